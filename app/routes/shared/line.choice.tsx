import type { ReactNode } from "react";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { LINE_UNIT_LABEL, type LineUnit, rateOf } from "~/lib/vocabulary/document";

type Line = {
  delivery_key: number;
  delivery_line_no: number;
  delivery_number: string;
  sales_date: string;
  order_id: string | null;
  name: string;
  drawing_no: string | null;
  num_units: string;
  unit: LineUnit;
  unit_price: string;
  price: number;
  tax_rate: number;
};

type Props<L extends Line> = {
  items: L[];
  name: string;
  ticked: string[];
  caption: string;
  /** Of the ticks, where they say more than chosen. */
  head?: string;
  more?: { head: string; cell: (line: L) => ReactNode };
};

const RIGHT = "text-right tabular-nums whitespace-nowrap";

/** Lines of 納品書, each with its tick. */
export function LineChoice<L extends Line>({ items, name, ticked, caption, head, more }: Props<L>) {
  if (items.length === 0) return <p className="text-muted">未請求の明細はありません。</p>;
  return (
    <div className="lines-pane">
      <table className="lines lines-picked">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={head ? "w-16 whitespace-nowrap" : "w-10"}>
              {head ?? <span className="sr-only">選択</span>}
            </th>
            <th scope="col">納品日・納品書</th>
            <th scope="col">{CARD_LABEL.name}</th>
            <th scope="col" className="text-right">
              数量
            </th>
            <th scope="col" className="text-right">
              {CARD_LABEL.unit_price}
            </th>
            <th scope="col" className="text-right">
              金額（税抜）
            </th>
            {more ? <th scope="col">{more.head}</th> : null}
          </tr>
        </thead>
        <tbody>
          {items.map((line, at) => {
            const value = `${line.delivery_key}.${line.delivery_line_no}`;
            return (
              <tr key={`${value} ${at}`}>
                <td className="text-center max-desk:col-span-full max-desk:text-left">
                  <label className="inline-flex items-center gap-2 touch:h-11">
                    <input
                      type="checkbox"
                      name={name}
                      value={value}
                      defaultChecked={ticked.includes(value)}
                      aria-label={[head, line.delivery_number, line.name].filter(Boolean).join(" ")}
                      className="h-5 w-5 accent-accent"
                    />
                    <b className="desk:hidden">{head ? `${head}: ${line.name}` : line.name}</b>
                  </label>
                </td>
                <td className="whitespace-nowrap tabular-nums">
                  {formatDate(line.sales_date)}
                  <a
                    className="block text-note text-accent underline"
                    href={`/accounting/delivery/${line.delivery_key}`}
                  >
                    {line.delivery_number}
                  </a>
                </td>
                <td>
                  <span className="max-desk:hidden">{line.name}</span>
                  <span className="block text-note text-muted">
                    {[line.order_id, line.drawing_no].filter(Boolean).join("　")}
                  </span>
                </td>
                <td className={RIGHT}>
                  {formatNumber(line.num_units)}
                  <span className="ml-1 text-note text-muted">{LINE_UNIT_LABEL[line.unit]}</span>
                </td>
                <td className={RIGHT}>
                  <span className="mr-1 text-note text-muted desk:hidden">@</span>
                  {formatNumber(line.unit_price)}
                </td>
                <td className={`${RIGHT} max-desk:col-span-full`}>
                  {formatNumber(line.price)}
                  <span className="block text-note text-muted">{rateOf(line.tax_rate)}</span>
                </td>
                {more ? <td className="max-desk:col-span-full">{more.cell(line)}</td> : null}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
