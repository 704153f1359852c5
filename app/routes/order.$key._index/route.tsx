import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { TextField } from "~/components/form/fields";
import { Refused } from "~/components/form/Refused";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Alert } from "~/components/frame/Alert";
import { Chip } from "~/components/list/Chip";
import { FactPanel } from "~/components/list/Facts";
import { Table } from "~/components/list/Table";
import { unpaged } from "~/lib/list/list.schema";
import { ORDER_STATUS_TONE, order, statusText } from "~/lib/order/order.row.schema";
import { cancelInput } from "~/lib/order/order.schema";
import { compared } from "~/lib/order/previous.schema";
import { today } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { loadPapers } from "~/lib/web/order.papers.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Compared } from "./Compared";
import { factsOfOrder } from "./facts";
import { Glance } from "./Glance";
import { columnsFor, orderSums } from "./lines";
import { OrderActs } from "./OrderActs";
import { OrderLog } from "./OrderLog";
import { OrderTabs, Papers } from "./OrderTabs";
import { Undrawn } from "./Undrawn";
import { waitsOf } from "./waits";

export const meta = titledOf<{ order: { order_id: string } }>(
  "外注依頼書",
  ({ order: { order_id } }) => order_id,
);

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const [found, against] = await Promise.all([
    api.get(order, `/orders/${args.params.key}`),
    api.get(compared, `/orders/${args.params.key}/previous`),
  ]);
  const asked = new URL(args.request.url).searchParams.get("tab");
  const tab = ["inspection", "papers"].find((one) => one === asked) ?? "lines";
  const papers = tab === "lines" ? null : await loadPapers(api, found);
  const cancelling = new URL(args.request.url).searchParams.get("act") === "cancel";
  return json({
    order: found,
    against,
    tab,
    papers,
    cancelling,
    unread: who.acting ? null : found.unread_until,
  });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, cancelInput, async (api, value, idempotency_key) => {
    await api.post(z.object({ key: z.number() }), `/orders/${key}/cancel`, value, idempotency_key);
    return flash(args, `/order/${key}`, "依頼を取り消しました。カードは依頼先の新規依頼から外れました。");
  });
}

export default function OrderDetail() {
  const { order: of, against, tab, papers, cancelling, unread } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const waits = waitsOf(of, { isBuyer: true, orders: true, today: today() });
  const [first] = of.lines;
  const chat = `/chat/${of.seller_id}_${of.buyer_id}${first ? `?task=${first.card.key}` : ""}`;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>外注依頼書 {of.order_id}</h1>
        <Chip tone={ORDER_STATUS_TONE[of.status]}>{statusText(of)}</Chip>
        <span>{of.seller.name}</span>
        <OrderActs of={of} unread={unread} waits={waits.length > 0} />
      </header>
      {of.cancel_problem !== null ? (
        <Refused reply={answer?.reply} typed={{ name: "reason", label: "取消の理由" }} />
      ) : null}
      {cancelling && of.cancel_problem !== null ? <Alert tone="warn">{of.cancel_problem}</Alert> : null}
      <Glance of={of} waits={waits} isBuyer />
      <Undrawn lines={of.lines} />
      <OrderTabs of={of} tab={tab} chat={chat} />
      {papers ? (
        <Papers papers={papers} of={of} tab={tab} />
      ) : (
        <>
          <Table
            columns={columnsFor(of.lines, of.amounts)}
            page={{ ...unpaged(of.lines), sums: orderSums(of) }}
            title="明細"
          />
          <Compared compared={against} at="/order/" />
          <h2>依頼の内容</h2>
          <FactPanel columns={2} facts={factsOfOrder(of)} />
        </>
      )}
      <OrderLog of={of} />
      {of.cancel_problem === null ? (
        <details
          id="cancel-order"
          open={answer !== undefined || cancelling}
          className="max-w-[720px] rounded border border-line bg-surface print:hidden"
        >
          <summary className="flex min-h-11 items-center px-4 text-bad">依頼を取り消す</summary>
          <div className="border-t border-line p-4">
            <SchemaForm
              id="cancel"
              schema={cancelInput}
              answer={answer}
              submit="取り消す"
              idempotency_key={`cancel.${of.key}.${of.version}`}
            >
              <TextField name="reason" label="取消の理由" help="依頼先に伝わります" />
            </SchemaForm>
          </div>
        </details>
      ) : null}
    </section>
  );
}
