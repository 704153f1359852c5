import { compareDecimal, decimal, formatNumber, milli } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import type { Cells } from "./order.draft";
import type { LastLines } from "./previous.schema";

export type LastPrice = { index: number; name: string; text: string };

const priceText = ({ unit_price, unit }: { unit_price: string; unit: Unit }) =>
  `${formatNumber(unit_price)}円/${UNIT_LABEL[unit]}`;

/** Against 商品マスタ; of another unit there is no difference in yen. */
function againstList(last: { unit_price: string; unit: Unit }, agreed: LastLines["agreed"]): string {
  if (!agreed) return "商品マスタに単価はありません。";
  const list = `商品マスタの単価は${priceText(agreed)}`;
  if (agreed.unit !== last.unit) return `${list}で、単位が違います。`;
  const by = milli(last.unit_price) - milli(agreed.unit_price);
  if (by === 0n) return "商品マスタの単価と同じです。";
  return `${list}で、前回の方が${formatNumber(decimal(by < 0n ? -by : by))}円${by < 0n ? "安い" : "高い"}単価です。`;
}

/** 「前回単価を入れる」 of one line: what was typed stays, and what differs is said. */
export function lastPriced(line: Cells, { items, agreed }: LastLines): { cells: Cells; text: string } {
  const last = items.find((one) => one.unit_price !== null);
  if (!last) return { cells: {}, text: "前回の単価がありません。" };
  const price = { unit_price: last.unit_price!, unit: last.unit };
  const said = `前回 ${priceText(price)}（${formatDate(last.order_date)} ${last.order_id}・${formatNumber(last.num_items)}${UNIT_LABEL[last.order_unit]}）`;
  const against = againstList(price, agreed);
  if (!line.unit_price)
    return {
      cells: { unit_price: formatNumber(price.unit_price), unit: price.unit },
      text: `${said}を入れました。${against}`,
    };
  const typed = line.unit_price.normalize("NFKC").replace(/[,\s]/g, "");
  const same = /^\d+(\.\d+)?$/.test(typed) && compareDecimal(typed, price.unit_price) === 0;
  return {
    cells: {},
    text: same ? `${said}と同じ単価です。${against}` : `入力済みの単価を残しました。${said}。${against}`,
  };
}
