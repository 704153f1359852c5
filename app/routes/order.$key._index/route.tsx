import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { TextField } from "~/components/form/fields";
import { Refused } from "~/components/form/Refused";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Chip } from "~/components/list/Chip";
import { Facts } from "~/components/list/Facts";
import { Table } from "~/components/list/Table";
import { Timeline } from "~/components/list/Timeline";
import { unpaged } from "~/lib/list/list.schema";
import { ACTIVITY_LABEL } from "~/lib/log/activity.schema";
import { factsOf } from "~/lib/order/order.now";
import { ORDER_STATUS_TONE, order, statusText } from "~/lib/order/order.row.schema";
import { cancelInput } from "~/lib/order/order.schema";
import { compared } from "~/lib/order/previous.schema";
import { flash } from "~/lib/web/flash.server";
import { loadPapers } from "~/lib/web/order.papers.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Compared } from "./Compared";
import { factsOfOrder } from "./facts";
import { columnsFor } from "./lines";
import { OrderActs } from "./OrderActs";
import { OrderTabs, Papers } from "./OrderTabs";
import { Undrawn } from "./Undrawn";

export const meta = titled("外注依頼書");

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
  const proposed = of.lines.filter(
    (line) => line.card.answer === "proposed" && line.card.cancelled_time === null,
  );
  const [first, [waiting]] = [of.lines[0], proposed];
  const chat = `/chat/${of.seller_id}_${of.buyer_id}${first ? `?task=${first.card.key}` : ""}`;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>外注依頼書 {of.order_id}</h1>
        <Chip tone={ORDER_STATUS_TONE[of.status]}>{statusText(of)}</Chip>
        <OrderActs of={of} unread={unread} answer={waiting?.card.key} />
      </header>
      {of.cancel_problem !== null ? (
        <Refused reply={answer?.reply} typed={{ name: "reason", label: "取消の理由" }} />
      ) : null}
      {cancelling && of.cancel_problem !== null ? (
        <p role="alert" className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
          {of.cancel_problem}
        </p>
      ) : null}
      {of.amending.map((one) => (
        <p key={one.key} className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
          {one.is_own ? "変更依頼に、依頼先の答えを待っています。" : "依頼先から変更依頼が届いています。"}
          <a href={`/task/order/${of.key}/change/${one.key}`}>内容を見る</a>
        </p>
      ))}
      {proposed.length > 0 ? (
        <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
          依頼先から納期の回答が{proposed.length}件あります。明細の「依頼先の回答」から確認してください。
        </p>
      ) : null}
      <div className="rounded border border-line bg-surface p-4">
        <Facts columns={2} facts={factsOfOrder(of)} />
      </div>
      <OrderTabs of={of} tab={tab} chat={chat} />
      {papers ? (
        <Papers papers={papers} of={of} tab={tab} />
      ) : (
        <>
          <Undrawn lines={of.lines} />
          <h2>明細</h2>
          <Table columns={columnsFor(of.lines, of.amounts)} page={unpaged(of.lines)} title="明細" />
          <Compared compared={against} at="/order/" />
        </>
      )}
      <h2>履歴</h2>
      <Timeline
        entries={of.log.map((entry) => ({
          id: entry.key,
          who: entry.actor_name,
          when: entry.at,
          note: entry.reason ?? undefined,
          changes: factsOf(entry),
          what: [ACTIVITY_LABEL[entry.kind] ?? entry.kind, entry.about].filter(Boolean).join("　"),
        }))}
      />
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
              reply={answer?.reply}
              submit="取り消す"
              idempotency_key={answer?.idempotency_key ?? `cancel.${of.key}.${of.version}`}
            >
              <TextField name="reason" label="取消の理由" help="依頼先に伝わります" />
            </SchemaForm>
          </div>
        </details>
      ) : null}
    </section>
  );
}
