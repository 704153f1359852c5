import type { Wait } from "~/components/list/Waits";
import { compareDecimal } from "~/lib/money/decimal";
import type { Order } from "~/lib/order/order.row.schema";
import { addDays, daysBetween, formatDate, type ISODate } from "~/lib/time/date";
import type { Line } from "./state";

type Reader = { isBuyer: boolean; orders: boolean; today: ISODate };
type WaitLine = Pick<Line, "num_rest" | "num_delivered" | "num_pending" | "is_cost" | "planned_fix_date"> & {
  card: Pick<Line["card"], "key" | "answer" | "cancelled_time" | "shipped_time">;
  now: Pick<Line["now"], "is_off" | "delivery_dates" | "unit_price">;
};
type Waiting = Pick<Order, "key" | "amending" | "amounts"> & { lines: WaitLine[] };

const asked = (lines: WaitLine[], answer: "waiting" | "proposed") =>
  lines.filter(({ card }) => card.answer === answer && card.cancelled_time === null);

/** R2-4: lines without a price, with the last day by which one of them was to have it; null without such. */
function unfixed(lines: WaitLine[]): { num: number; day: ISODate | null } | null {
  const open = lines.filter(({ now, is_cost }) => !now.is_off && !is_cost && now.unit_price === null);
  const [day] = open.flatMap((line) => line.planned_fix_date ?? []).sort();
  return open.length > 0 ? { num: open.length, day: day ?? null } : null;
}

function priceWait({ key, lines, amounts }: Waiting, today: ISODate): Wait[] {
  const open = amounts ? unfixed(lines) : null;
  if (!open) return [];
  const by = open.day && `（決定予定 ${formatDate(open.day)}${open.day < today ? "を過ぎています" : ""}）`;
  return [
    {
      text: `単価が未定の明細が${open.num}行あります${by ?? ""}。決まりしだい、変更依頼で伝えてください。`,
      label: "単価を伝える",
      href: `/task/order/${key}/change`,
    },
  ];
}

/** What waits for the reader, the most pressing first; `orders`: the reader has the pages of 外注依頼. */
export function waitsOf(of: Waiting, { isBuyer, orders, today }: Reader): Wait[] {
  const { key, lines, amending } = of;
  const open = asked(lines, isBuyer ? "proposed" : "waiting");
  const pending = lines.filter((line) => compareDecimal(line.num_pending, "0") > 0);
  const other = isBuyer ? "依頼先" : "依頼元";
  const [first] = open;
  return [
    ...(first
      ? [
          isBuyer
            ? {
                text: `依頼先から納期の回答が${open.length}件あります。`,
                label: "納期の提案に回答する",
                href: `/task/${first.card.key}/agree`,
              }
            : {
                text: `回答していない明細が${open.length}行あります。`,
                label: "依頼に回答する",
                href: `/task/${first.card.key}`,
              },
        ]
      : []),
    ...amending
      .filter((one) => !one.is_own)
      .map((one) => ({
        text: `${other}から変更依頼が届いています。`,
        label: "変更依頼に回答する",
        href: `/task/order/${key}/change/${one.key}`,
      })),
    ...(isBuyer && orders && pending.length > 0
      ? [
          {
            text: `検収待ちが${pending.length}行あります。`,
            label: "受入・検収へ",
            href: `/order/${key}?tab=inspection`,
          },
        ]
      : []),
    ...(isBuyer && orders ? priceWait(of, today) : []),
  ];
}

/** What waits for the other side. */
export function othersWait(
  { lines, amending, amounts }: Waiting,
  { isBuyer }: Pick<Reader, "isBuyer">,
): string[] {
  const price = !isBuyer && amounts ? unfixed(lines) : null;
  const open = asked(lines, isBuyer ? "waiting" : "proposed").length;
  const other = isBuyer ? "依頼先" : "依頼元";
  return [
    ...(open > 0
      ? [isBuyer ? `${open}行は依頼先の回答待ちです。` : `${open}行は提案した納期の回答待ちです。`]
      : []),
    ...(amending.some((one) => one.is_own) ? [`変更依頼に、${other}の回答を待っています。`] : []),
    ...(price
      ? [
          `${price.num}行は単価が未定です${price.day ? `（依頼元の決定予定 ${formatDate(price.day)}）` : ""}。`,
        ]
      : []),
  ];
}

type Due = { value: string; tone?: "bad" | "warn"; note: string };

/** The earliest day of what has not come, and how many lines are late. */
export function dueOf(lines: WaitLine[], today: ISODate): Due {
  const open = lines.filter((line) => !line.now.is_off && line.card.shipped_time === null);
  const [day] = open.map((line) => line.now.delivery_dates[0]!).sort();
  if (day === undefined) return { value: "―", note: "残りの納期はありません" };
  const late = open.filter((line) => line.now.delivery_dates[0]! < today).length;
  const value = formatDate(day).slice(5);
  if (late > 0) return { value, tone: "bad", note: `${daysBetween(day, today)}日遅れ・遅れ${late}行` };
  const days = daysBetween(today, day);
  const near = day <= addDays(today, 1);
  return {
    value,
    tone: near ? "warn" : undefined,
    note: days === 0 ? "今日" : days === 1 ? "明日" : `あと${days}日`,
  };
}

/** Of the goods that still count: what came whole, and what came in part. */
export function cameOf(lines: WaitLine[]): { value: string; note: string } {
  const counted = lines.filter((line) => !line.now.is_off && !line.is_cost);
  const whole = counted.filter((line) => compareDecimal(line.num_rest, "0") <= 0).length;
  const part = counted.filter(
    (line) => compareDecimal(line.num_rest, "0") > 0 && compareDecimal(line.num_delivered, "0") > 0,
  ).length;
  const pending = counted.filter((line) => compareDecimal(line.num_pending, "0") > 0).length;
  const shipped = counted.filter(({ card }) => card.shipped_time !== null).length;
  return {
    value: `${whole} / ${counted.length}行`,
    note: [
      part > 0 ? `一部納品${part}行` : "",
      pending > 0 ? `検収待ち${pending}行` : "",
      shipped > whole ? `出荷済み${shipped}行` : "",
    ]
      .filter(Boolean)
      .join("・"),
  };
}
