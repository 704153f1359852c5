export const OFFSET_WORDS = [
  "proposed",
  "agreed",
  "refused",
  "withdrawn",
  "cancel_asked",
  "cancel_refused",
  "cancel_withdrawn",
  "cancelled",
] as const;
export type OffsetWord = (typeof OFFSET_WORDS)[number];
