import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { STOCKTAKES_AT } from "~/lib/stocktake/stocktake.list";
import { stocktakePaper } from "~/lib/stocktake/stocktake.paper";
import { stocktakePage } from "~/lib/stocktake/stocktake.schema";
import { allRows } from "~/lib/web/stocktake.server";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titledOf<{ sheet: { name: string } }>("棚卸表", ({ sheet }) => sheet.name);

/** ?view=left: only what is not counted yet. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const key = Number(args.params.key);
  const view = new URL(args.request.url).searchParams.get("view") === "left" ? "left" : undefined;
  const sheet = await api.get(stocktakePage, `/inventory/stocktakes/${key}`);
  return json({ sheet, rows: await allRows(api, key, view), company: who.company_name ?? "" });
}

export default function StocktakePrint() {
  const { sheet, rows, company } = useLoaderData<typeof loader>();
  return (
    <Sheets
      title={`棚卸表 ${rows.length}行`}
      back={{ label: "棚卸に戻る", href: `${STOCKTAKES_AT}/${sheet.key}` }}
    >
      <PaperDocument {...stocktakePaper(sheet, rows, company)} />
    </Sheets>
  );
}
