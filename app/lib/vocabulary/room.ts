export type RoomKind = "pair" | "own" | "support";
