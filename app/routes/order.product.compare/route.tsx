import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { rank, sumOf } from "~/lib/quote/quote.compare";
import { comparedRow, inSheets, spreadOf } from "~/lib/quote/quote.comparison";
import { COMPARED_MAX } from "~/lib/quote/quote.list";
import { quoteDetail } from "~/lib/quote/quote.row.schema";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Totals } from "./Totals";

export const meta = titled("見積の比較");
const SHEET = 5;

/** Several items side by side, each at its first quantity: who could make all of them, and for how much. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const keys = [...new Set(query.getAll("key"))].filter((key) => /^\d{1,15}$/.test(key));
  if (keys.length === 0) throw new Response(null, { status: 404 });
  const found = await Promise.all(
    keys.slice(0, COMPARED_MAX).map((key) => api.get(quoteDetail, `/quotes/${key}`)),
  );
  const sellers = [
    ...new Map(found.flatMap((one) => one.parts.map((part) => [part.seller_id, part.seller_name] as const))),
  ];
  const spread = spreadOf(query);
  const rows = found.map((one) => {
    const cells = comparedRow(one, one.quantities[0]!, spread);
    const at = new Map(one.parts.map((part, index) => [part.seller_id, cells[index]?.total.total ?? null]));
    const { key, number, name, quantities, order_unit } = one;
    return {
      key,
      number,
      name,
      quantity: quantities[0]!,
      order_unit,
      totals: sellers.map(([id]) => at.get(id) ?? null),
      declined: one.parts.filter((part) => part.declined_time !== null).map((part) => part.seller_id),
    };
  });
  const sums = sellers.map((_, index) => sumOf(rows.map((row) => row.totals[index]!)));
  const best = rank(sums.map(({ total }, key) => ({ key, value: total })));
  return json({ sellers, rows, sums, best });
}

export default function CompareQuotes() {
  const found = useLoaderData<typeof loader>();
  const all = found.sellers.map((_, at) => at);
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>見積の比較</h1>
      <p className="text-note text-muted">
        それぞれの最初の数量段階での、型・治具代と送料を含む合計（税抜）です。全部に回答した依頼先だけに合計が出ます。
      </p>
      <div className="overflow-x-auto rounded border border-line bg-surface print:hidden">
        <Totals {...found} columns={all} />
      </div>
      {inSheets(all, SHEET).map((columns) => (
        <div key={columns[0]} className="hidden border border-line print:block">
          <Totals {...found} columns={columns} />
        </div>
      ))}
      <p>
        <a href="/order/product">見積依頼の一覧</a>
      </p>
    </section>
  );
}
