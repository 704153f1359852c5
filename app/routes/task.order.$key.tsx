import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { ReadMark } from "~/components/frame/ReadMark";
import { Chip } from "~/components/list/Chip";
import { FactPanel } from "~/components/list/Facts";
import { Table } from "~/components/list/Table";
import { Tabs } from "~/components/list/Tabs";
import { unpaged } from "~/lib/list/list.schema";
import { ORDER_STATUS_TONE, order, statusText } from "~/lib/order/order.row.schema";
import { compared } from "~/lib/order/previous.schema";
import { SUPPLIES_AT } from "~/lib/order/supply.list";
import { supplyOfOrder } from "~/lib/order/supply.schema";
import { today } from "~/lib/time/date";
import { isUnread } from "~/lib/vocabulary/read.mark";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Compared } from "./order.$key._index/Compared";
import { factsOfOrder } from "./order.$key._index/facts";
import { Glance } from "./order.$key._index/Glance";
import { columnsFor, orderSums } from "./order.$key._index/lines";
import { OrderLog } from "./order.$key._index/OrderLog";
import { waitsOf } from "./order.$key._index/waits";

export const meta = titledOf<{ order: { order_id: string } }>(
  "外注依頼書",
  ({ order: { order_id } }) => order_id,
);

/** Of who makes it, and of a factory that ordered it from another; a buyer has the pages of 外注依頼. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const at = `/orders/${args.params.key}`;
  const found = await api.get(order, at);
  const isBuyer = found.buyer_id === who.company_id;
  if (isBuyer && who.company_type === "buyer") return redirect(`/order/${found.key}`);
  const [against, supplies] = await Promise.all([
    api.get(compared, `${at}/previous`),
    api.get(supplyOfOrder, `${at}/supplies`),
  ]);
  return json({
    order: found,
    isBuyer,
    against,
    supplied: supplies.items.length > 0,
    unread: isUnread(found.seller_id, found, who),
  });
}

export default function OrderDesk() {
  const { order: of, isBuyer, against, supplied, unread } = useLoaderData<typeof loader>();
  const waits = waitsOf(of, { isBuyer, orders: false, today: today() });
  const at = `/task/order/${of.key}`;
  const [first] = of.lines;
  const chat = `/chat/${of.seller_id}_${of.buyer_id}${first ? `?task=${first.card.key}` : ""}`;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>外注依頼書 {of.order_id}</h1>
        <Chip tone={ORDER_STATUS_TONE[of.status]}>{statusText(of)}</Chip>
        <span>{isBuyer ? of.seller.name : of.buyer.name}</span>
        <span className="ml-auto flex flex-wrap gap-2 print:hidden">
          {unread ? <ReadMark action={`${at}/view`} /> : null}
          {of.cancelled_time === null ? <LinkButton href={`${at}/change`}>変更を依頼する</LinkButton> : null}
          {supplied ? <LinkButton href={SUPPLIES_AT}>支給品</LinkButton> : null}
          <LinkButton tone={waits.length > 0 ? "secondary" : "primary"} href={`${at}/print`}>
            印刷
          </LinkButton>
        </span>
      </header>
      <Glance of={of} waits={waits} isBuyer={isBuyer} />
      <Tabs
        label="外注依頼"
        tabs={[
          { label: "明細", href: at, count: of.lines.length },
          { label: "版", href: `${at}/history`, count: of.revision },
          { label: "チャット", href: chat },
        ]}
        current={at}
      />
      <Table
        columns={columnsFor(of.lines, of.amounts, isBuyer)}
        page={{ ...unpaged(of.lines), sums: orderSums(of) }}
        title="明細"
      />
      <Compared compared={against} at="/task/order/" />
      <h2>依頼の内容</h2>
      <FactPanel columns={2} facts={factsOfOrder(of, isBuyer ? "buyer" : "seller")} />
      <OrderLog of={of} />
    </section>
  );
}
