import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { FileField, HiddenField, TextArea, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { ACCEPT_IMAGES } from "~/lib/file/file.schema";
import { limitsText, valueWords } from "~/lib/measurement/measure";
import { cardMeasurements, changingMeasurement } from "~/lib/measurement/measurement.schema";
import { version } from "~/lib/text/text.schema";
import { formatDateTime } from "~/lib/time/datetime";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { filesForm } from "~/lib/web/file.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { formOf } from "~/lib/web/visit.server";
import { Head } from "./task.$key._index/Head";

export const meta = cardTitled("記録の再測定・訂正");

const changing = changingMeasurement.extend({ version });

export async function loader(args: LoaderFunctionArgs) {
  const { api, card, today } = await enterCard(args, "seller");
  const { items } = await api.get(cardMeasurements, `/cards/${card.key}/measurements`);
  const wanted = new URL(args.request.url).searchParams.get("record");
  const row = items.find((one) => String(one.key) === wanted);
  if (!row) throw new Response(null, { status: 404 });
  return json({ card, today, row, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  const form = await formOf(args);
  return submit(args, changing, async (api, value, given) => {
    const card = await api.upload(cardRow, `/cards/${key}/measurements`, filesForm(form, value), given);
    return flash(args, `/task/${card.key}?tab=work`, "記録を変えました。前の値は残っています。");
  });
}

export default function Measure() {
  const { card, today, row, idempotency_key } = useLoaderData<typeof loader>();
  const options = row.choices.map((one) => ({ value: one, label: one }));
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="記録の再測定・訂正" />
      <SchemaForm
        id="measure"
        action={`/task/${card.key}/measure?record=${row.key}`}
        schema={changing}
        answer={useActionData<typeof action>()}
        version={card.version}
        idempotency_key={idempotency_key}
        submit="登録"
        cancel={`/task/${card.key}?tab=work`}
        upload={row.kind === "photo"}
        values={{ how: row.value === null && row.choice === null ? "corrected" : "retest" }}
      >
        <HiddenField name="measurement_key" value={row.key} />
        <FieldSet legend={`${row.status}　${valueWords(row)}　${formatDateTime(row.measured_time)}`}>
          <RadioField
            name="how"
            label="何をしますか"
            options={[
              { value: "retest", label: "再測定した" },
              { value: "corrected", label: "書き間違いを直す・記録を足す" },
              { value: "void", label: "この記録を取り消す" },
            ]}
            help="前の値は消えず、この値の下に残ります。"
          />
          {row.kind === "number" ? (
            <TextField
              name="value"
              label={`新しい値${row.unit ? `（${row.unit}）` : ""}`}
              optional
              either
              inputMode="decimal"
              width="short"
              help={limitsText(row) && `規格 ${limitsText(row)}`}
            />
          ) : row.kind === "choice" ? (
            <SelectField name="value" label="新しい値" optional either options={options} />
          ) : row.kind === "check" ? (
            <SelectField
              name="value"
              label="新しい値"
              optional
              either
              options={[{ value: "on", label: "済" }]}
            />
          ) : (
            <FileField name="files" label="写真" optional either accept={ACCEPT_IMAGES} help="3枚まで。" />
          )}
          <TextArea name="reason" label="理由" rows={2} help="履歴に残ります。社内だけに見えます。" />
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
