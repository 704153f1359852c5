import { addDecimal, compareDecimal, decimal, formatNumber, milli } from "~/lib/money/decimal";
import { aboveZero } from "~/lib/money/number.schema";
import { wholeProblem } from "~/lib/money/whole";
import { addDays, formatDate, formatDateTime, type ISODate, tokyoDate } from "~/lib/time/date";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";

type Counted = { occurred_time: string; last_inventory_time: string | null };

/** What a later count has found counts the move in already. */
export function keptByCount({ occurred_time, last_inventory_time }: Counted): string | null {
  if (last_inventory_time === null || last_inventory_time < occurred_time) return null;
  return `${formatDateTime(last_inventory_time)}の棚卸より前の動きなので、取り消せません。数を直すときは「調整」を登録してください。`;
}

type Done = Counted & {
  reversed_by: number | null;
  source: string;
  card_id: string | null;
  has_returns: boolean;
};

export const KEPT_BY_RETURN =
  "この出庫には返品が登録されているため、取り消せません。先に、入出庫の履歴で返品を取り消してください。";

/** Why a move can't be taken back by hand. */
export function keptBecause({ reversed_by, source, card_id, has_returns, ...move }: Done): string | null {
  if (reversed_by !== null) return "すでに取り消されています。";
  if (source === "count" || source === "late")
    return "棚卸による動きです。棚卸の画面から取り消してください。";
  if (source === "card" || source === "allocation")
    return `カード ${card_id} の出荷による動きです。カードの出荷を取り消すと、在庫も戻ります。`;
  if (source === "part")
    return `カード ${card_id} の完了による動きです。カードの完了を取り消すと、部品も戻ります。`;
  return has_returns ? KEPT_BY_RETURN : keptByCount(move);
}

type Asked = {
  kind: "in" | "out" | "adjust";
  num: string;
  effective_date: string;
  reason?: string | undefined;
  seen?: string | undefined;
};
/** What cards hold of it. */
type Held = { num_allocated: string; cards: string[] };
type Now = Partial<Held> & {
  num: string;
  order_unit: Unit;
  last_inventory_time: string | null;
  today: ISODate;
  /** The day on which a device says that it happened. */
  occurred_date?: ISODate | undefined;
};

export const signed = ({ kind, num }: Pick<Asked, "kind" | "num">): string =>
  kind !== "out" || num === "0" ? num : num.startsWith("-") ? num.slice(1) : `-${num}`;

export function negativeText(after: string, unit: Unit): string {
  return `在庫が ${formatNumber(after)}${UNIT_LABEL[unit]} になります。数え直すか、この数でよければ理由を選び、下の確認に印を付けてください`;
}

export const isLower = (num: string, after: string): boolean =>
  compareDecimal(after, "0") < 0 && compareDecimal(after, num) < 0;

const YEAR_DAYS = 365;
/** `first`: the day of the first move of all; `days`: what moved after the day that is asked about. */
type Past = Pick<Now, "num" | "order_unit" | "today"> & {
  first: ISODate | null;
  days: { date: ISODate; net: string }[];
};

/** What a day gone by raises a question with: confirmed by the sentence itself, as it was read. */
export function pastText(asked: Pick<Asked, "kind" | "num" | "effective_date">, past: Past): string | null {
  const { effective_date } = asked;
  if (effective_date >= past.today) return null;
  const after = addDecimal(past.num, signed(asked));
  let left = past.days.reduce((rest, { net }) => rest - milli(net), milli(after));
  let low = { date: effective_date, left };
  for (const { date, net } of past.days) {
    left += milli(net);
    if (left < low.left) low = { date, left };
  }
  if (signed(asked).startsWith("-") && low.left < 0n && !isLower(past.num, after))
    return `${formatDate(low.date)}の在庫が ${formatNumber(decimal(low.left))}${UNIT_LABEL[past.order_unit]} になります`;
  if (past.first !== null && effective_date < past.first)
    return `はじめの入出庫（${formatDate(past.first)}）より前の日付です`;
  return isLongAgo(effective_date, past.today) ? LONG_AGO : null;
}

export const LONG_AGO = "1年より前の日付です";
export const isLongAgo = (date: ISODate, today_: ISODate): boolean => date < addDays(today_, -YEAR_DAYS);

const NAMED_CARDS = 5;

/** What is less than cards hold, after an 出庫, an 調整 or a 棚卸. */
export function heldText(
  after: string,
  { num_allocated = "0", cards = [], order_unit }: Partial<Held> & Pick<Now, "order_unit">,
): string | null {
  if (compareDecimal(after, num_allocated) >= 0 || compareDecimal(num_allocated, "0") <= 0) return null;
  const much = (num: string) => `${formatNumber(num)}${UNIT_LABEL[order_unit]}`;
  const more = cards.length > NAMED_CARDS ? ` ほか${cards.length - NAMED_CARDS}枚` : "";
  const named = `カード ${cards.slice(0, NAMED_CARDS).join("、")}${more}`;
  const lack = decimal(milli(num_allocated) - milli(after));
  return `在庫が ${much(after)} になり、${named} の引当 ${much(num_allocated)} に ${much(lack)} 足りなくなります。引当を解除するか、この数でよければ理由を選び、下の確認に印を付けてください`;
}

type Offcut = Pick<Asked, "kind" | "num"> & {
  offcut_id?: number | undefined;
  offcut_num?: string | undefined;
};

/** 端材: only of what goes, and never of the product itself. */
export function offcutErrors(asked: Offcut, product_id: number): Record<string, string[]> {
  const { offcut_id, offcut_num } = asked;
  if (offcut_id === undefined && offcut_num === undefined) return {};
  if (offcut_id === undefined) return { offcut_id: ["端材の商品を選択してください"] };
  if (offcut_id === product_id) return { offcut_id: ["端材には、ほかの商品を選択してください"] };
  if (offcut_num === undefined) return { offcut_num: ["端材の数を入力してください"] };
  return signed(asked).startsWith("-")
    ? {}
    : { offcut_num: ["端材は、在庫を減らすときだけ入庫できます。増減をマイナスにしてください"] };
}

export const countedSince = (effective_date: ISODate, last_inventory_time: string | null): string | null =>
  last_inventory_time !== null && effective_date < tokyoDate(last_inventory_time)
    ? `${formatDateTime(last_inventory_time)}に棚卸をしています。それより前の日付では登録できません`
    : null;

/** What stands in the way of a move by hand, by the field that answers it. */
export function movingErrors(asked: Asked, now: Now): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const { kind, num, effective_date, reason, seen } = asked;
  if (kind === "adjust" ? compareDecimal(num, "0") === 0 : compareDecimal(num, "0") <= 0)
    errors.num = [kind === "adjust" ? "増減を 0 以外で入力してください" : aboveZero("数量")];
  const half = errors.num ? null : wholeProblem(num, now.order_unit, now.num);
  if (half) errors.num = [half];
  if (kind === "adjust" && !reason) errors.reason = ["調整の理由を選択してください"];
  if (effective_date > now.today) errors.effective_date = ["これからの日付では登録できません"];
  const counted = countedSince(effective_date, now.last_inventory_time);
  if (counted) errors.effective_date = [counted];
  if (now.occurred_date !== undefined && effective_date !== now.occurred_date)
    errors.effective_date = [`動かした日時の日付（${formatDate(now.occurred_date)}）にしてください`];
  const after = addDecimal(now.num, signed(asked));
  const isBelow = isLower(now.num, after);
  const takes = compareDecimal(after, now.num) < 0;
  const held = takes && !isBelow ? heldText(after, now) : null;
  const isSeen = seen !== undefined && compareDecimal(seen, after) === 0;
  if (held && !errors.num && !isSeen) errors.seen = [held];
  if (held && !errors.num && isSeen && !reason)
    errors.reason = ["引き当ててある分を出す理由を選択してください"];
  if (!isBelow || errors.num) return errors;
  if (kind === "adjust")
    errors.num = [`${negativeText(after, now.order_unit).split("。")[0]}。0 より少なくする調整はできません`];
  else if (!isSeen) errors.seen = [negativeText(after, now.order_unit)];
  else if (!reason) errors.reason = ["マイナスになる理由を選択してください"];
  return errors;
}
