import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Sheets } from "~/components/paper/Sheets";
import { formatNumber } from "~/lib/money/decimal";
import { STOCKTAKES_AT } from "~/lib/stocktake/stocktake.list";
import { type SheetRow, stocktakePage } from "~/lib/stocktake/stocktake.schema";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { allRows } from "~/lib/web/stocktake.server";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titledOf<{ sheet: { name: string } }>("棚卸表", ({ sheet }) => sheet.name);

/** ?view=left: only what is not counted yet. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const key = Number(args.params.key);
  const view = new URL(args.request.url).searchParams.get("view") === "left" ? "left" : undefined;
  const sheet = await api.get(stocktakePage, `/inventory/stocktakes/${key}`);
  return json({ sheet, rows: await allRows(api, key, view) });
}

const ON_SHEET = 28;
const WIDTHS = [28, 104, 148, 58, 62, 62, 34, 62, 62, 58];
const HEADS = ["No.", "商品番号", "品名", "置場", "帳簿数", "うち出荷待ち", "単位", "棚", "出荷待ち", "担当"];

export default function StocktakePrint() {
  const { sheet, rows } = useLoaderData<typeof loader>();
  const pages = Array.from({ length: Math.max(1, Math.ceil(rows.length / ON_SHEET)) }, (_, at) =>
    rows.slice(at * ON_SHEET, (at + 1) * ON_SHEET),
  );
  return (
    <Sheets
      title={`棚卸表 ${rows.length}行`}
      back={{ label: "棚卸に戻る", href: `${STOCKTAKES_AT}/${sheet.key}` }}
    >
      <h1 className="sr-only print:hidden">棚卸表</h1>
      {pages.map((page, at) => (
        <article key={at} className="sheet" aria-label={`${at + 1}枚目`}>
          <p className="paper-running">
            <strong>棚卸表</strong>
            <span>
              {sheet.name}　{formatDate(sheet.count_date)}
            </span>
            <span className="paper-page">
              {at + 1}/{pages.length}
            </span>
          </p>
          <table className="paper-lines">
            <colgroup>
              {WIDTHS.map((width, index) => (
                <col key={index} width={width} />
              ))}
            </colgroup>
            <thead>
              <tr>
                {HEADS.map((label) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {page.map((row) => (
                <Line key={row.product_id} row={row} isBlind={sheet.is_blind} />
              ))}
            </tbody>
          </table>
        </article>
      ))}
    </Sheets>
  );
}

/** Blank, to be written on: what is counted already stands in the sheet. */
function Line({
  row,
  isBlind,
}: {
  isBlind: boolean;
  row: Pick<
    SheetRow,
    "position" | "code" | "name" | "shelf" | "book" | "unit" | "is_recount" | "has_ready" | "num_ready"
  >;
}) {
  const book = isBlind || row.book === null ? "" : formatNumber(row.book);
  const ready = isBlind || row.num_ready === null ? "あり" : formatNumber(row.num_ready);
  return (
    <tr>
      <td className="paper-value text-right">{row.position}</td>
      <td>{row.code}</td>
      <td>
        {row.name}
        {row.is_recount ? "（数え直し）" : null}
      </td>
      <td>{row.shelf}</td>
      <td className="paper-value text-right">{book}</td>
      <td className="paper-value text-right">{row.has_ready ? ready : ""}</td>
      <td className="paper-value text-center">{UNIT_LABEL[row.unit]}</td>
      <td />
      <td className="paper-value text-center">{row.has_ready ? "" : "―"}</td>
      <td />
    </tr>
  );
}
