import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets, SheetsNote } from "~/components/paper/Sheets";
import { isChanged, sinceSent } from "~/lib/order/order.change";
import { orderPaper } from "~/lib/order/order.paper";
import { order } from "~/lib/order/order.row.schema";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("外注依頼書");

/** As it was sent: for both sides. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await api.get(order, `/orders/${args.params.key}`));
}

export default function ArchivedOrder() {
  const sent = useLoaderData<typeof loader>();
  return (
    <Sheets title={`外注依頼書 ${sent.order_id}`} back={{ label: "検索に戻る", href: "/accounting/archive" }}>
      {isChanged(sent) ? <SheetsNote>{sinceSent(sent)}</SheetsNote> : null}
      <PaperDocument {...orderPaper(sent, "order", "sent")} />
    </Sheets>
  );
}
