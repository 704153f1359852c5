import { revisionText, strandHref } from "~/lib/bi/quality.list";
import type { Quality } from "~/lib/bi/quality.schema";
import { percentText } from "~/lib/bi/quality.words";

type Props = { data: Quality; href(more: Record<string, unknown>): string };

/** What can be looked at as one, most NG first; each leads to its trend. */
export function Strands({ data: { strands, strands_more }, href }: Props) {
  if (strands.length < 2) return null;
  return (
    <section className="max-desk:order-last grid gap-2">
      <h2>項目ごとのNG率</h2>
      <div className="min-w-0 overflow-x-auto rounded border border-line bg-surface">
        <table className="rows fold facts">
          <caption className="sr-only">項目ごとのNG率</caption>
          <thead>
            <tr>
              {["記録項目", "商品", "工程", "図面の版"].map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
              {["判定数", "NG", "NG率"].map((label) => (
                <th key={label} scope="col" className="text-right">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {strands.map((one) => (
              <tr key={[one.item_id, one.product_id, one.group_id, one.revision].join(" ")}>
                <td>
                  <a href={strandHref(href, one)}>{one.label}</a>
                </td>
                <td data-label="商品">{one.product}</td>
                <td data-label="工程">{one.status}</td>
                <td data-label="図面の版">{revisionText(one.revision)}</td>
                <td data-label="判定数" className="tabular-nums desk:text-right">
                  {one.n}
                </td>
                <td
                  data-label="NG"
                  className={`tabular-nums desk:text-right${one.n_ng > 0 ? " text-bad" : ""}`}
                >
                  {one.n_ng}
                </td>
                <td data-label="NG率" className="tabular-nums desk:text-right">
                  {percentText(one.n_ng, one.n)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {strands_more ? <p className="text-note text-muted">NGの多い順に{strands.length}件までです。</p> : null}
    </section>
  );
}
