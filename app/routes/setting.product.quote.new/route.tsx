import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField, TextArea, TextField } from "~/components/form/fields";
import { Lines } from "~/components/form/Lines";
import { SchemaForm } from "~/components/form/SchemaForm";
import { issuingPerson } from "~/lib/api/who";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { offerInput } from "~/lib/quote/answer.schema";
import { QUOTE_LABEL as L, MAX_QUANTITIES } from "~/lib/quote/quote.fields";
import { quoteMade } from "~/lib/quote/quote.row.schema";
import { boardMeta } from "~/lib/shop/meta.schema";
import { addDays, today } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { unitOptions } from "~/lib/vocabulary/unit";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { AnswerHead } from "./AnswerHead";

export const meta = titled("見積書");
const GOOD_FOR = 30;

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  if (!seesAmounts(who)) throw new Response(null, { status: 403 });
  const [{ items }, { units }] = await Promise.all([
    api.get(collaborators, "/factories/collaborators", { side: "buyer" }),
    api.get(boardMeta, "/factories/self/meta"),
  ]);
  return json({
    buyers: items.filter((one) => !one.is_stock).map(({ id, name }) => ({ value: id, label: name })),
    units: unitOptions(units),
    values: {
      person: issuingPerson(who) ?? "",
      valid_until: addDays(today(), GOOD_FOR),
      order_unit: units[0] ?? "piece",
      lines: [{}],
    },
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, offerInput, async (api, value, key) => {
    const made = await api.post(quoteMade, "/quotes/offers", value, key);
    return flash(args, `/setting/product/quote/${made.key}`, `見積書 ${made.number} を送信しました。`);
  });
}

const COLUMNS = [
  { name: "quantity", label: "数量", kind: "number", width: "narrow" },
  { name: "unit_price", label: L.unit_price, kind: "number", width: "narrow" },
  { name: "lead_days", label: "納期（営業日）", kind: "number", width: "narrow" },
  { name: "shipping", label: L.shipping, kind: "number", optional: true, width: "narrow" },
] as const;

/** 見積書 to a buyer who has not asked. */
export default function Offer() {
  const { buyers, units, values, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData() as Reply | undefined;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>見積書</h1>
      <SchemaForm
        id="offer"
        schema={offerInput}
        answer={again}
        values={values}
        idempotency_key={idempotency_key}
        submit="見積書を送信する"
        cancel="/setting/product/quote"
      >
        <FieldSet legend="品物" columns={2}>
          <SelectField name="buyer_id" label={L.buyer_id} options={buyers} width="full" />
          <TextField name="name" label={L.name} />
          <TextField name="drawing_no" label={L.drawing_no} optional width="medium" />
          <TextField name="drawing_revision" label={L.drawing_revision} optional width="short" />
          <TextField name="material" label={L.material} optional />
          <TextField name="surface" label={L.surface} optional />
          <TextField name="dimensions" label={L.dimensions} optional />
          <NumberField name="unit_weight" label={L.unit_weight} optional unit="kg/個" />
          <SelectField name="order_unit" label={L.order_unit} options={units} width="short" />
          <TextField name="destination" label={L.destination} optional />
          <TextArea name="note" label={L.note} optional />
        </FieldSet>
        <FieldSet legend="数量ごとの見積（税抜）">
          <p className="text-note text-muted">金額はすべて税抜で入力します。</p>
          <Lines name="lines" max={MAX_QUANTITIES} columns={[...COLUMNS]} />
        </FieldSet>
        <AnswerHead />
      </SchemaForm>
    </section>
  );
}
