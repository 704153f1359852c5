import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets, SheetsNote } from "~/components/paper/Sheets";
import { isChanged, revisionOf, sinceSent, versionNumbered, versionOf } from "~/lib/order/order.change";
import { orderPaper } from "~/lib/order/order.paper";
import { order } from "~/lib/order/order.row.schema";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("外注依頼書");

/** As it was sent, or ?version=2 as that version was agreed: for both sides. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const sent = await api.get(order, `/orders/${args.params.key}`);
  const asked = versionOf(new URL(args.request.url).searchParams);
  return json({ sent, revision: asked === "now" ? 1 : revisionOf(asked, sent) });
}

export default function ArchivedOrder() {
  const { sent, revision } = useLoaderData<typeof loader>();
  const isLast = revision === sent.revision;
  return (
    <Sheets title={`外注依頼書 ${sent.order_id}`} back={{ label: "検索に戻る", href: "/accounting/archive" }}>
      {isChanged(sent) || !isLast ? <SheetsNote>{sinceSent(sent, revision)}</SheetsNote> : null}
      <PaperDocument {...orderPaper(sent, "order", versionNumbered(revision))} />
    </Sheets>
  );
}
