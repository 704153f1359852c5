import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { orderPaper } from "~/lib/order/order.paper";
import { order } from "~/lib/order/order.row.schema";
import { json } from "~/lib/web/json.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("外注依頼書");

/** The order as the factory reads it, from its card; the buyer learns that it was opened. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const found = await api.get(order, `/orders/${args.params.key}`);
  const first = found.seller_id === who.company_id && found.viewed_time === null && !who.acting;
  if (first) await api.put(z.object({ key: z.number() }), `/orders/${found.key}/viewed`, {});
  return json({ order: found });
}

export default function OrderReceived() {
  const { order: of } = useLoaderData<typeof loader>();
  return (
    <Sheets title={`外注依頼書 ${of.order_id}`} back={{ label: "進捗管理へ", href: "/task/kanban" }}>
      <PaperDocument {...orderPaper(of, "order")} />
    </Sheets>
  );
}
