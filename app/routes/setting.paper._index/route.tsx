import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { printInput } from "~/lib/company/print.schema";
import { factorySelf } from "~/lib/vocabulary/factory.schema";
import { DAY_LABEL, LAYOUT_LABEL, NUMBER_LABEL, ORDER_LABEL } from "~/lib/vocabulary/print";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { PictureForm } from "./PictureForm";

export const meta = titled("帳票");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { meta: rules, logo, seal } = await api.get(factorySelf, "/factories/self");
  return json({ meta: rules, logo, seal, keys: { logo: crypto.randomUUID(), seal: crypto.randomUUID() } });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, printInput, async (api, value) => {
    await api.put(factorySelf, "/factories/self/print", value);
    return flash(args, "/setting", "帳票の設定を保存しました。これから発行する書類に使います。");
  });
}

const options = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export default function PaperSettings() {
  const { meta: rules, logo, seal, keys } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const { paper_layout, line_order, number_style, day_style, address_left, address_top, version } = rules;
  return (
    <div className="grid gap-4">
      <header>
        <h1>帳票</h1>
        <p className="text-muted">
          納品書・請求書・見積書・外注依頼書などに使います。発行済みの書類は変わりません。
        </p>
      </header>
      <SchemaForm
        id="print"
        schema={printInput}
        reply={reply}
        version={version}
        submit="保存"
        cancel="/setting"
        pair
        values={{
          paper_layout,
          line_order,
          number_style,
          day_style,
          address_left: String(address_left),
          address_top: String(address_top),
        }}
      >
        <FieldSet legend="様式">
          <RadioField name="paper_layout" label="様式" options={options(LAYOUT_LABEL)} />
          <RadioField
            name="line_order"
            label="明細の並び順"
            options={options(ORDER_LABEL)}
            help="納品書の明細の並びです。"
          />
          <RadioField
            name="number_style"
            label="番号の型"
            options={options(NUMBER_LABEL)}
            help="型ごとに別々に数えるので、前に使った番号と重なりません。"
          />
          <RadioField name="day_style" label="日付の書き方" options={options(DAY_LABEL)} />
        </FieldSet>
        <FieldSet legend="宛名の位置（窓付き封筒）" columns={2}>
          <NumberField name="address_left" label="宛名の左端" unit="mm" help="用紙の左端から。15〜40mm" />
          <NumberField name="address_top" label="宛名の上端" unit="mm" help="用紙の上端から。15〜60mm" />
          <p>
            <a href="/setting/paper/ruler">目盛を印刷して封筒に合わせる</a>
          </p>
          <p className="text-note text-muted">上端を29mmより小さくすると、表題は宛名の下になります。</p>
        </FieldSet>
      </SchemaForm>
      <div className="grid items-start gap-4 wide:grid-cols-2">
        <PictureForm which="logo" file={logo} idempotency_key={keys.logo} />
        <PictureForm which="seal" file={seal} idempotency_key={keys.seal} />
      </div>
    </div>
  );
}
