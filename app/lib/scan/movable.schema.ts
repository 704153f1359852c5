import { z } from "zod";
import { CARD_LABEL } from "~/lib/fields/card.fields";
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
  delivery_date_to: optionalDate(`${CARD_LABEL.delivery_date}（まで）`),
  q: optionalText("検索", 100),
  /** Listed whatever the other conditions say. */
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
  tick: z.string(),
});
export type MovableRow = z.infer<typeof movableRow>;

export const movable = z.object({
  items: z.array(movableRow),
  /** All that match; more than are listed where one move can't take them all. */
  total: z.number(),
  more: z.boolean(),
  named: z.array(z.string()),
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
export const movePicked = z.object({
  ids: z.preprocess(
    (value) => (typeof value === "string" ? [value] : value),
    z
      .array(tick, { error: "カードを選択してください" })
      .min(1, { error: "カードを選択してください" })
      .max(MOVE_MAX, { error: `一度に移動できるのは${MOVE_MAX}枚までです` }),
  ),
});

/** `to` is a process, or a process and a lane: "4", "4.2". */
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

export function moveAsked({ ids, to, ...rest }: z.output<typeof moveForm>) {
  const [group_id, subgroup_id] = to.split(".").map(Number);
  return { ...rest, cards: ids, group_id, subgroup_id };
}
