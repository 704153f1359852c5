import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { PrintButton } from "~/components/form/PrintButton";
import { inSheets } from "~/lib/quote/quote.comparison";
import { comparedItems } from "~/lib/quote/quote.totals";
import { loadCompared } from "~/lib/web/quote.compare.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Totals } from "./Totals";

export const meta = titled("見積の比較");
/** Side by side on A4 across. */
const SHEET = 7;

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  const { found, spread, search } = await loadCompared(args);
  return json({ ...comparedItems(found, spread), search });
}

export default function CompareQuotes() {
  const { search, ...found } = useLoaderData<typeof loader>();
  const all = found.sellers.map((_, at) => at);
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>見積の比較</h1>
        <span className="ml-auto flex flex-wrap gap-2 print:hidden">
          <LinkButton href={`/order/product/compare.csv?${search}`}>比較表をCSVで出力</LinkButton>
          <PrintButton />
        </span>
      </header>
      <p className="text-note text-muted">
        それぞれの最初の数量段階での、型・治具代と送料を含む合計（税抜）です。全部に回答した依頼先だけに合計が出ます。単価0円の回答は、最安に数えません。CSVには、すべての数量段階が入ります。
      </p>
      <div className="overflow-x-auto rounded border border-line bg-surface print:hidden">
        <Totals {...found} columns={all} />
      </div>
      {inSheets(all, SHEET).map((columns) => (
        <div key={columns[0]} className="list hidden border border-line print:block">
          <Totals {...found} columns={columns} />
        </div>
      ))}
      <p>
        <a href="/order/product">見積依頼の一覧</a>
      </p>
    </section>
  );
}
