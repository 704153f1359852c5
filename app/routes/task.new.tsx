import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CheckField, ComboField, RadioField, SelectField } from "~/components/form/choices";
import { DateField, NumberField, TextArea, TextField, TimeField } from "~/components/form/fields";
import { FieldSet } from "~/components/form/FieldSet";
import { SchemaForm } from "~/components/form/SchemaForm";
import { cardNew } from "~/lib/task/card.command.schema";
import { cardChoices } from "~/lib/task/card.page.schema";
import { cardRow, unit, UNIT_LABEL } from "~/lib/task/card.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("カード追加");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const choices = await api.get(cardChoices, "/cards/choices");
  return json({ ...choices, amounts: who.permissions.includes("accounting"), idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, cardNew, async (api, value, key) => {
    const card = await api.post(cardRow, "/cards", value, key);
    return flash(args, `/task/${card.key}`, `カード ${card.id}「${card.name}」を作りました。`);
  });
}

export default function NewCard() {
  const { buyers, products, amounts, ...data } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const names = new Map(buyers.map((buyer) => [buyer.id, buyer.name]));
  const units = unit.options.map((value) => ({ value, label: UNIT_LABEL[value] }));
  return (
    <div className="grid gap-4">
      <header>
        <h1>カード追加</h1>
        <p className="text-muted">電話やFAXで受けた注文、在庫のための製作などを、カードにします。承諾は要らず、最初の工程から始まります。</p>
      </header>
      <SchemaForm id="card" schema={cardNew} reply={again?.reply} idempotency_key={again?.idempotency_key ?? data.idempotency_key}
        submit="登録する" cancel="/task/kanban" values={{ is_billing_target: "true" }}>
        <FieldSet legend="注文" columns={2}>
          <SelectField name="buyer_id" label="依頼元" options={buyers.map((buyer) => ({ value: buyer.id, label: buyer.name }))} width="full" />
          <TextField name="order_id" label="注文番号" optional />
          <DateField name="delivery_date" label="納期" optional lean="coming" />
          <TimeField name="delivery_time" label="納入時刻" optional />
          <TextField name="destination" label="納入先" optional />
          <CheckField name="is_urgent" label="至急" />
        </FieldSet>
        <FieldSet legend="品物" columns={2}>
          <ComboField name="product_id" label="商品" optional width="full" help="選ぶと、品名・単位・単価は商品マスタのものになります。"
            options={products.map(({ product_id, code, ...fill }) => (
              { value: String(product_id), label: `${code} ${fill.name}（${names.get(fill.buyer_id) ?? ""}）`, fill }))} />
          <TextField name="name" label="品名" optional help="商品を選ばないときは必要です。" />
          <NumberField name="num_items" label="数量" />
          <SelectField name="order_unit" label="注文単位" optional options={units} width="short" help="商品を選ばないときは必要です。" />
          {amounts ? <NumberField name="unit_price" label="単価" optional unit="円" /> : null}
          <SelectField name="unit" label="単位（単価の単位）" optional options={units} width="short" help="商品を選ばないときは必要です。" />
          <NumberField name="unit_weight" label="単重" optional unit="kg/個" />
          <NumberField name="pieces_per_set" label="1セットの個数" optional unit="個" />
          <RadioField name="is_billing_target" label="請求対象" options={[{ value: "true", label: "請求する" }, { value: "false", label: "請求しない" }]} />
        </FieldSet>
        <FieldSet legend="メモ">
          <TextArea name="note" label="備考" optional rows={2} help="依頼元に見えます。" />
          <TextArea name="inner_note" label="社内メモ" optional rows={2} help="依頼元には見えません。" />
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
