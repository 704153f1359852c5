import { z } from "zod";

export const CARD_PARTS = ["of", "bar", "state", "worker", "collab", "marks"] as const;
type CardPart = (typeof CARD_PARTS)[number];
export const CARD_PART_LABEL: Record<CardPart, string> = {
  of: "取引先・注文番号・カード番号",
  bar: "進捗バー",
  state: "状況",
  worker: "作業者",
  collab: "協力会社",
  marks: "印（至急・分割・不良・部品・添付）",
};

const columns = z
  .array(z.string().regex(/^\w{1,12}$/))
  .max(100)
  .catch([]);

export const boardLook = z.object({
  query: z.string().max(1500).catch(""),
  hide: columns,
  fold: columns,
  entered: columns,
  without: z.array(z.enum(CARD_PARTS)).catch([]),
  filled: z.boolean().catch(false),
});
export type BoardLook = z.infer<typeof boardLook>;
export const PLAIN_LOOK: BoardLook = {
  query: "",
  hide: [],
  fold: [],
  entered: [],
  without: [],
  filled: false,
};

const set = (of: string[], id: string, on: boolean) => [
  ...of.filter((one) => one !== id),
  ...(on ? [id] : []),
];

/** `act`: a column's button (hide, show, fold, unfold, entered, due), reset, or the whole `form` of 表示. */
export function relooked(
  look: BoardLook,
  form: { get(name: string): unknown; getAll(name: string): unknown[] },
): BoardLook {
  const id = (name: string) => (typeof form.get(name) === "string" ? String(form.get(name)) : null);
  const all = (name: string) => form.getAll(name).map(String);
  const told = id("form");
  const next = { ...look };
  for (const [name, of, on] of [
    ["hide", "hide", true],
    ["show", "hide", false],
    ["fold", "fold", true],
    ["unfold", "fold", false],
    ["entered", "entered", true],
    ["due", "entered", false],
  ] as const) {
    const column = id(name);
    if (column !== null) next[of] = set(next[of], column, on);
  }
  if (told !== null) {
    const [ticked, parts] = [all("column"), all("part")];
    next.hide = told.split(",").filter((column) => column !== "" && !ticked.includes(column));
    next.without = CARD_PARTS.filter((part) => !parts.includes(part));
    next.filled = form.get("filled") === "on";
  }
  return boardLook.parse(id("reset") === null ? next : { ...PLAIN_LOOK, query: look.query });
}
