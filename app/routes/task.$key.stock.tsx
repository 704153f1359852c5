import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CheckField, RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Facts } from "~/components/list/Facts";
import { Table } from "~/components/list/Table";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { ALLOCATION_LABEL } from "~/lib/stock/allocation.log";
import { allocated, allocating, type CardAllocation, cardStock } from "~/lib/stock/allocation.schema";
import { offBoardProblem } from "~/lib/task/card";
import { choice } from "~/lib/text/text.schema";
import { formatDateTime } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { Head } from "./task.$key._index/Head";

export const meta = cardTitled("在庫から出す");

const form = allocating.extend({ act: choice("引当", ["take", "release"]) });

export async function loader(args: LoaderFunctionArgs) {
  const { api, who, card, today } = await enterCard(args, "seller");
  if (!who.permissions.includes("inventory")) throw new Response(null, { status: 403 });
  const held = await api.get(cardStock, `/cards/${card.key}/stock`);
  return json({ card, held, today, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { card } = await enterCard(args, "seller");
  return submit(args, form, async (api, { act, num, ready }, key) => {
    const path = act === "take" ? "allocation" : "allocation/release";
    const made = await api.post(allocated, `/cards/${card.key}/${path}`, { num, ready }, key);
    const text = act === "take" ? "在庫を引き当てました" : "引当を解除しました。残る引当";
    const back = made.back ? `これから作る分は「${made.back}」へ戻しました。` : "";
    return flash(args, `/task/${card.key}`, `${text}（${formatNumber(made.num)}）。${back}`);
  });
}

const columns = (unit: string): Column<CardAllocation>[] => [
  { name: "state", label: "区分", kind: "text", fact: 1, text: (row) => ALLOCATION_LABEL[row.state] },
  { name: "num", label: "数量", kind: "quantity", unit: () => unit, fact: 2 },
  {
    name: "allocated_time",
    label: "引当日時",
    kind: "text",
    text: (row) => formatDateTime(row.allocated_time),
  },
  { name: "allocated_by", label: "引き当てた人", kind: "text" },
  {
    name: "ended_time",
    label: "出荷・解除",
    kind: "text",
    text: (row) => row.ended_time && `${formatDateTime(row.ended_time)} ${row.ended_by ?? ""}`,
  },
  { name: "reason", label: "理由", kind: "text" },
  {
    name: "acts",
    label: "操作",
    kind: "text",
    acts: (row) =>
      row.state === "open" ? [{ label: "譲る", href: `/inventory/allocation/${row.key}` }] : [],
  },
];

export default function CardFromStock() {
  const { card, held, today, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const back = `/task/${card.key}`;
  const { stock, allocations } = held;
  const unit = UNIT_LABEL[stock?.order_unit ?? card.order_unit];
  const much = (num: string) => `${formatNumber(num)}${unit}`;
  const off = offBoardProblem(card, "引当");
  const acts = [
    ...(held.lacking === "0" || !stock?.is_managed ? [] : [{ value: "take", label: "引き当てる" }]),
    ...(held.allocated === "0" ? [] : [{ value: "release", label: "引当を解除する" }]),
  ];
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <Head card={card} today={today} act="在庫から出す" />
      {stock ? (
        <div className="max-w-[720px] rounded border border-line bg-surface p-4">
          <Facts
            columns={2}
            facts={[
              { label: "商品の在庫", value: <a href={`/inventory/${stock.product_id}`}>{stock.code}</a> },
              { label: "引き当てできる数", value: much(stock.known?.free ?? "0") },
              { label: "このカードに引当", value: much(held.allocated) },
              { label: "在庫から出荷", value: held.shipped === "0" ? null : much(held.shipped) },
              { label: "残り（これから作る数）", value: much(held.lacking) },
            ]}
          />
        </div>
      ) : null}
      {allocations.length > 0 ? (
        <Table columns={columns(unit) as Column[]} page={unpaged(allocations)} title="引当の記録" />
      ) : null}
      {!stock || off || acts.length === 0 ? (
        <p>
          {off ?? (stock ? "" : "この商品は在庫として管理していません。")}
          <a href={back}>カードに戻る</a>
        </p>
      ) : (
        <SchemaForm
          id="allocate"
          schema={form}
          answer={answer}
          values={{ act: acts[0]!.value }}
          submit="決定"
          cancel={back}
          idempotency_key={idempotency_key}
        >
          <p>引き当てた分は、出荷したときに在庫から引きます。入荷予定は引き当てできません。</p>
          <FieldSet legend="引き当てる・解除する">
            <RadioField name="act" label="引当" options={acts} />
            <NumberField
              name="num"
              label="数量"
              unit={unit}
              optional
              help="空欄は、できるだけ（解除は、すべて）です。"
            />
            {acts[0]!.value !== "take" ? null : (
              <CheckField
                name="ready"
                label="引き当てた分を「出荷待ち」に置く"
                help="作らずに出す分です。一部のときは、カードを分けて置きます。解除では使いません。"
              />
            )}
          </FieldSet>
        </SchemaForm>
      )}
    </section>
  );
}
