import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import type { List } from "~/lib/list/list.schema";
import { stockHref } from "~/lib/stock/stock.list";
import { stockMovePage, stockRow } from "~/lib/stock/stock.schema";
import { STORED, storedList } from "~/lib/stock/stored.list";
import { storedPaper } from "~/lib/stock/stored.paper";
import { periodMeant } from "~/lib/task/ship.list.schema";
import { today } from "~/lib/time/date";
import { parseDateInput } from "~/lib/time/dateinput";
import { filterOf } from "~/lib/web/list.server";
import { enterStock } from "~/lib/web/stock.server";
import { titled } from "~/lib/web/title";

export const handle = { bare: true };
export const meta = titled("入出庫台帳");

const MOST = 1000;
const dayOf = (typed?: string) => (typed ? (parseDateInput(typed, today()) ?? undefined) : undefined);

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enterStock(args);
  const { after: _, before: __, ...filter } = filterOf(storedList(false) as unknown as List, args.request);
  const [page, of] = await Promise.all([
    api.get(stockMovePage, "/inventory/moves", { ...filter, sort: "effective", size: MOST }),
    filter.product_id ? api.get(stockRow, stockHref(Number(filter.product_id))) : null,
  ]);
  const asked = { from: dayOf(filter.from), to: dayOf(filter.to) };
  return json({
    rows: page.items,
    more: page.next !== null,
    ...(filter.product_id || filter.card ? asked : periodMeant(asked, today())),
    of: of ? `${of.code} ${of.name}` : "すべての商品",
    name: who.company_name ?? "",
    query: String(new URLSearchParams(filter)),
  });
}

export default function StoredPrint() {
  const { query, ...doc } = useLoaderData<typeof loader>();
  return (
    <Sheets title="入出庫台帳" back={{ label: "入庫履歴に戻る", href: `${STORED}?${query}` }}>
      <PaperDocument {...storedPaper(doc)} />
    </Sheets>
  );
}
