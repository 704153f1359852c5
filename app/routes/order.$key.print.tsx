import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { orderPaper, SHEET_LABEL, SHEETS, type Sheet } from "~/lib/order/order.paper";
import { order } from "~/lib/order/order.row.schema";
import { json } from "~/lib/web/json.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("外注依頼書");

/** ?sheet=order, copy, receipt, or all for the set of three. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const wanted = new URL(args.request.url).searchParams.get("sheet");
  const sheets: Sheet[] = wanted === "all" ? [...SHEETS] : SHEETS.filter((sheet) => sheet === (wanted ?? "order"));
  return json({ order: await api.get(order, `/orders/${args.params.key}`), wanted, sheets: sheets.length > 0 ? sheets : ["order" as const] });
}

export default function OrderPrint() {
  const { order: of, wanted, sheets } = useLoaderData<typeof loader>();
  const choices = [...SHEETS.map((sheet) => [sheet, SHEET_LABEL[sheet]]), ["all", "3枚綴り"]];
  const chosen = wanted ?? "order";
  return (
    <Sheets title={`外注依頼書 ${of.order_id}`} back={{ label: "依頼に戻る", href: `/order/${of.key}` }} actions={
      <nav aria-label="様式" className="flex gap-1">
        {choices.map(([sheet, label]) => (
          <LinkButton key={sheet} tone={sheet === chosen ? "secondary" : "plain"} aria-current={sheet === chosen ? "page" : undefined}
            href={`/order/${of.key}/print?sheet=${sheet}`} className="px-2">{label}</LinkButton>
        ))}
      </nav>
    }>
      {sheets.map((sheet) => <PaperDocument key={sheet} {...orderPaper(of, sheet)} />)}
    </Sheets>
  );
}
