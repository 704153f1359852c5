import { z } from "zod";
import { optionalInteger } from "~/lib/money/number.schema";
import { boardCard } from "~/lib/task/board.schema";
import { MOVE_MAX, moveDetails } from "~/lib/task/move.schema";
import { RESTS } from "~/lib/task/rest";
import { checkbox, optionalChoice, optionalLines, optionalText, unchosenText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";

const numbersIn = (text: string) => [
  ...new Set(
    text
      .normalize("NFKC")
      .split(/[\s,、。;]+/)
      .filter(Boolean),
  ),
];

export const movableFilter = z.object({
  group_id: optionalInteger("工程", 1, 98),
  buyer_id: optionalText("依頼元", 40),
  name: optionalText("商品", 60),
  delivery_date_to: optionalDate("納期（まで）"),
  q: optionalText("検索", 100),
  /**
   * Card numbers, however they are parted: scanned, typed or pasted from a sheet. They are listed whatever
   * the rest says.
   */
  add: optionalText("カード番号", 6000).refine(
    (text) => text === undefined || numbersIn(text).length <= MOVE_MAX,
    { error: `カード番号は${MOVE_MAX}枚までにしてください` },
  ),
});
export type MovableFilter = z.output<typeof movableFilter>;
export const numbersOf = ({ add }: Pick<MovableFilter, "add">): string[] => (add ? numbersIn(add) : []);

export const movableRow = boardCard.extend({
  note: z.string().nullable(),
  num_left: z.string(),
  /** Its key and version, for the checkbox: "12.3". */
  tick: z.string(),
});
export type MovableRow = z.infer<typeof movableRow>;

export const movable = z.object({
  items: z.array(movableRow),
  /** All that the conditions mean; more than are listed where there are more than one move takes. */
  total: z.number(),
  more: z.boolean(),
  /** Numbers of the cards listed because they were asked for. */
  named: z.array(z.string()),
  /** Numbers asked for that can't be listed, and why. */
  missing: z.array(z.object({ id: z.string(), why: z.string() })),
});

const AGAIN = "画面を読み込み直してください";
const tick = z
  .string()
  .regex(/^\d{1,15}\.\d{1,9}$/, { error: AGAIN })
  .transform((text) => {
    const [key, version] = text.split(".");
    return { key: Number(key), version: Number(version) };
  });
/** The ticked cards, as the forms of the screen post them. */
export const movePicked = z.object({
  ids: z.preprocess(
    (value) => (typeof value === "string" ? [value] : value),
    z
      .array(tick, { error: "カードを選択してください" })
      .min(1, { error: "カードを選択してください" })
      .max(MOVE_MAX, { error: `一度に移動できるのは${MOVE_MAX}枚までです` }),
  ),
});

/** 対象 and 移動先: the place is a process, or a process and a lane ("4", "4.2"). */
export const moveForm = movePicked.extend({
  to: z.preprocess(
    (value) => value || undefined,
    z
      .string({ error: unchosenText("移動先") })
      .regex(/^\d{1,2}(\.\d{1,3})?$/, { error: unchosenText("移動先") }),
  ),
  ...moveDetails,
  keep_work: checkbox(),
  rest: optionalChoice("残り", RESTS),
  reason: optionalLines("メモ", 400),
  include: z.preprocess(
    (value) => value || "all",
    z.enum(["ok", "all"], { error: "移動する範囲を選択してください" }),
  ),
});

/** The same as the API takes it. */
export function moveAsked({ ids, to, ...rest }: z.output<typeof moveForm>) {
  const [group_id, subgroup_id] = to.split(".").map(Number);
  return { ...rest, cards: ids, group_id, subgroup_id };
}
