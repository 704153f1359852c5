import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, HiddenField, NumberField, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { order } from "~/lib/order/order.row.schema";
import { sentFirst } from "~/lib/order/order.supply";
import { SUPPLIES_AT } from "~/lib/order/supply.list";
import { SUPPLY_FIELDS, supplyMade, supplySent } from "~/lib/order/supply.schema";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { formatDate, today } from "~/lib/time/date";
import { SUPPLIES, SUPPLY_LABEL } from "~/lib/vocabulary/supply";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("支給の記録");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const asked = query.get("order");
  const [found, sellers] = await Promise.all([
    asked === null ? null : api.get(order, `/orders/${encodeURIComponent(asked)}`),
    api.get(collaborators, "/factories/collaborators", { side: "seller" }),
  ]);
  return json({
    order: found,
    line: Number(query.get("line")),
    sellers: sellers.items.map(({ id, name }) => ({ value: id, label: name })),
    today: today(),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, supplySent, async (api, value, key) => {
    const made = await api.post(supplyMade, "/supplies", value, key);
    return flash(args, `${SUPPLIES_AT}/${made.key}`, "支給を記録し、相手に知らせました。");
  });
}

const KINDS = SUPPLIES.map((value) => ({ value, label: SUPPLY_LABEL[value] }));

export default function SupplyNew() {
  const { order: of, line: wanted, sellers, today: day, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const lines = (of?.lines ?? []).filter((line) => !line.now.is_off);
  const values = { move_date: formatDate(day), ...sentFirst(of, lines, wanted, sellers) };
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>支給の記録</h1>
      <SchemaForm
        id="supply"
        schema={supplySent}
        answer={answer}
        values={values}
        submit="この内容で記録する"
        cancel={of ? `/order/${of.key}` : SUPPLIES_AT}
        idempotency_key={idempotency_key}
      >
        <FieldSet legend="渡した相手">
          {of ? (
            <>
              <HiddenField name="seller_id" value={of.seller_id} />
              <HiddenField name="order_key" value={of.key} />
              <p>
                {of.seller.name}　外注依頼書 {of.order_id}
              </p>
              <SelectField
                name="line_no"
                label={SUPPLY_FIELDS.line_no}
                width="full"
                options={lines.map((line) => ({
                  value: String(line.line_no),
                  label: [`${line.line_no}行目 ${line.name}`, line.supplied_material]
                    .filter(Boolean)
                    .join("　支給材: "),
                }))}
              />
            </>
          ) : (
            <SelectField
              name="seller_id"
              label={SUPPLY_FIELDS.seller_id}
              options={sellers}
              help="有償支給は、外注依頼書の画面の「支給品」から記録します（決済できる日は、製品の代金の支払日で決まります）"
            />
          )}
        </FieldSet>
        <FieldSet legend="渡した材料">
          {of ? (
            <RadioField name="kind" label={SUPPLY_FIELDS.kind} options={KINDS} />
          ) : (
            <HiddenField name="kind" value="free" />
          )}
          <TextField
            name="item"
            label={SUPPLY_FIELDS.item}
            help="品名と単位が同じものを、1つの残にまとめます"
          />
          <NumberField name="quantity" label={SUPPLY_FIELDS.quantity} />
          <TextField name="unit" label={SUPPLY_FIELDS.unit} width="short" help="枚・本・kg・m など" />
          <DateField name="move_date" label="引渡日" />
          {of ? (
            <NumberField
              name="used_each"
              label={SUPPLY_FIELDS.used_each}
              optional
              help="入れると、納品した数と不良の数から使用を数えます。ほかに余分に使った分は、使用として記録します"
            />
          ) : null}
        </FieldSet>
        {of ? (
          <FieldSet legend="有償支給のとき">
            <NumberField name="unit_price" label={SUPPLY_FIELDS.unit_price} optional unit="円(税抜)" />
            <DateField
              name="settlement_date"
              label={SUPPLY_FIELDS.settlement_date}
              optional
              lean="coming"
              help="製品の代金の支払日より前にはできません（取適法 早期決済の禁止）。空欄なら、その支払日から決済できます"
            />
          </FieldSet>
        ) : null}
        <TextField name="note" label={SUPPLY_FIELDS.note} optional />
      </SchemaForm>
    </section>
  );
}
