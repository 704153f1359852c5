import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CheckField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { HiddenField, NumberField, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Table } from "~/components/list/Table";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { priced, pricing, receipt } from "~/lib/stock/price.schema";
import { stockHref } from "~/lib/stock/stock.list";
import { stockRow } from "~/lib/stock/stock.schema";
import { receiptHref } from "~/lib/stock/stored.list";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { flash } from "~/lib/web/flash.server";
import { enterStock } from "~/lib/web/stock.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";

export const meta = titled("入庫の単価");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enterStock(args);
  const of = await api.get(receipt, `/inventory/receipts/${args.params.key}`);
  const row = await api.get(stockRow, `/inventory/${of.product_id}`);
  return json({ of, row, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  await enterStock(args);
  return submit(args, pricing, async (api, value, key) => {
    const made = await api.post(priced, `/inventory/receipts/${args.params.key}/price`, value, key);
    const closed = made.num_corrected > 0 ? "締めた月との差は、過月修正に入れました。" : "";
    return flash(
      args,
      stockHref(made.product_id, "/value"),
      `単価を${formatNumber(made.unit_price)}円にしました。在庫金額は${formatYen(made.stock_value)}です。${closed}`,
    );
  });
}

const PRICES = [
  { name: "recorded_time", label: "日時", kind: "datetime" },
  { name: "unit_price", label: "単価", kind: "quantity", fact: 2 },
  {
    name: "is_provisional",
    label: "状態",
    kind: "text",
    text: (one: { is_provisional: boolean }) => (one.is_provisional ? "仮" : "決定"),
  },
  { name: "words", label: "理由", kind: "text" },
  { name: "actor_name", label: "登録者", kind: "text", fact: 1 },
] as Column[];

export default function ReceiptPrice() {
  const { of, row, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const back = stockHref(row.product_id, "/value");
  const isClosed = of.closed_until !== null && of.effective_date <= of.closed_until;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <p className="text-note">
        <a href={back}>在庫金額の計算</a>
      </p>
      <h1>{of.is_provisional ? "単価を決める" : "単価を直す"}</h1>
      <p>
        <b className="tabular-nums">
          {row.code} {row.name}　{formatDate(of.effective_date)} 入庫 {formatNumber(of.num)}
          {UNIT_LABEL[row.order_unit]}
        </b>
      </p>
      {of.kept_because ? (
        <p className="rounded border border-warn bg-warn-soft px-4 py-3">
          {of.kept_because} <a href={back}>戻る</a>
        </p>
      ) : (
        <SchemaForm
          id="price"
          schema={pricing}
          answer={answer}
          values={{ unit_price: of.unit_price ?? "" }}
          submit="単価を保存"
          cancel={back}
          action={receiptHref(of.key)}
          idempotency_key={idempotency_key}
        >
          <FieldSet legend="単価" columns={2}>
            <HiddenField name="seen" value={of.unit_price ?? ""} />
            <NumberField name="unit_price" label="単価" unit="円(税抜)" />
            <TextField name="words" label="理由" optional />
            <CheckField name="is_provisional" label="まだ仮の単価" />
          </FieldSet>
          <p className="text-note text-muted">
            この入庫からあとの在庫金額を計算し直します。
            {isClosed
              ? `${formatDate(of.closed_until!)}まで締めてあるので、締めた月との差は「過月修正」に入ります。`
              : ""}
          </p>
        </SchemaForm>
      )}
      <section className="grid min-w-0 gap-2">
        <h2>これまでの単価</h2>
        <Table columns={PRICES} page={unpaged(of.prices)} title="これまでの単価" />
      </section>
    </section>
  );
}
