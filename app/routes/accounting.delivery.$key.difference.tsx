import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { FileField, NumberField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { changed } from "~/lib/accounting/document.schema";
import { differing, inspectionSheet } from "~/lib/accounting/inspection.schema";
import { ACCEPT_IMAGES } from "~/lib/file/file.schema";
import { formatNumber } from "~/lib/money/decimal";
import { LINE_UNIT_LABEL } from "~/lib/vocabulary/document";
import { CAUSE_OPTIONS, DIFFERENCE_OPTIONS, TREATMENT_OPTIONS } from "~/lib/vocabulary/inspection";
import { filesForm } from "~/lib/web/file.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";

export const meta = titled("差異を連絡");

/** ?line=2 chooses the line. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const sheet = await api.get(inspectionSheet, `/deliveries/${args.params.key}/inspection`);
  const line = new URL(args.request.url).searchParams.get("line") ?? "";
  return json({ sheet, line, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, differing, async (api, value, idempotency_key) => {
    const form = filesForm(await formOf(args), value);
    await api.upload(changed, `/deliveries/${key}/difference`, form, idempotency_key);
    return flash(args, `/accounting/delivery/${key}#inspection`, "差異を連絡しました。");
  });
}

export default function Differ() {
  const { sheet, line, idempotency_key } = useLoaderData<typeof loader>();
  const at = `/accounting/delivery/${sheet.key}`;
  const goods = sheet.lines.filter((one) => one.state !== null);
  return (
    <div className="grid max-w-[720px] gap-4">
      <header>
        <h1>差異を連絡</h1>
        <p className="text-muted">
          納品書 {sheet.number}・{sheet.partner_name}
        </p>
      </header>
      <SchemaForm
        id="difference"
        action={`${at}/difference`}
        schema={differing}
        answer={useActionData<typeof action>()}
        version={sheet.version}
        idempotency_key={idempotency_key}
        upload
        submit="連絡する"
        cancel={at}
        values={{ line_no: line || String(goods[0]?.line_no ?? ""), difference: "quality" }}
      >
        <FieldSet legend="どの明細の何が違うか">
          <SelectField
            name="line_no"
            label="明細"
            options={goods.map((one) => ({
              value: String(one.line_no),
              label: `${one.line_no} ${one.name}（検収待ち ${formatNumber(one.num_pending)}${LINE_UNIT_LABEL[one.order_unit]}）`,
            }))}
            width="full"
          />
          <RadioField
            name="difference"
            label="差異"
            options={DIFFERENCE_OPTIONS}
            help="単価の差異は連絡だけで、検収も金額も変わりません。納品書は発行した会社が訂正します。"
          />
          <TextArea name="words" label="内容" rows={3} />
          <FileField
            name="files"
            label="写真"
            optional
            accept={ACCEPT_IMAGES}
            help="6枚まで。お相手にも見えます。"
          />
        </FieldSet>
        <FieldSet legend="品質・数量不足のとき（数・処置・原因は必須）" columns={2}>
          <NumberField name="num_rejected" label="不合格・不足の数" either optional />
          <SelectField name="treatment" label="処置" optional either options={TREATMENT_OPTIONS} />
          <SelectField name="cause" label="原因" optional either options={CAUSE_OPTIONS} />
          <NumberField
            name="unit_price"
            label="単価"
            optional
            unit="円"
            help="特採のときは引き取る単価、単価の差異のときは正しいと考える単価。"
          />
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
