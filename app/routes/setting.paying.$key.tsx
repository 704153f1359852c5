import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { PAYING_KINDS } from "~/lib/bank/zengin.transfer";
import {
  LINE_END_LABEL,
  LINE_ENDS,
  PAYING_LABEL,
  payingChange,
  payingInput,
  payingRow,
  payings,
} from "~/lib/transfer/paying.schema";
import { factorySelf } from "~/lib/vocabulary/factory.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { editorTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = editorTitled("振込元の口座");

const PATH = "/setting/paying";

/** A new one begins as the first 振込先 of 会社情報. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { items } = await api.get(payings, "/payings");
  const idempotency_key = crypto.randomUUID();
  if (args.params.key === "new") {
    const { bank_accounts } = await api.get(factorySelf, "/factories/self");
    const [{ bank_name, branch_name, kind, number } = {}] = bank_accounts as Partial<
      (typeof bank_accounts)[number]
    >[];
    const values = items.length === 0 ? { bank_name, branch_name, kind, number } : {};
    return json({ row: null, values: { ...values, line_end: "crlf" }, idempotency_key });
  }
  const row = items.find(({ key }) => String(key) === args.params.key);
  if (!row) throw new Response(null, { status: 404 });
  return json({ row, values: row, idempotency_key });
}

export async function action(args: ActionFunctionArgs) {
  const done = () => flash(args, PATH, "振込元の口座を保存しました。");
  if (args.params.key === "new")
    return submit(args, payingInput, async (api, value, key) => {
      await api.post(payingRow, "/payings", value, key);
      return done();
    });
  return submit(args, payingChange, async (api, value) => {
    await api.put(payingRow, `/payings/${args.params.key}`, value);
    return done();
  });
}

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

export default function Paying() {
  const { row, values, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const short = { width: "short", inputMode: "numeric" } as const;
  return (
    <section className="grid max-w-[720px] gap-4">
      <h1>{row ? "振込元の口座" : "振込元の口座の追加"}</h1>
      <SchemaForm
        id="paying"
        schema={row ? payingChange : payingInput}
        reply={answer?.reply}
        version={row?.version}
        idempotency_key={row ? undefined : (answer?.idempotency_key ?? idempotency_key)}
        values={values}
        submit={row ? "保存" : "追加する"}
        cancel={PATH}
      >
        <FieldSet legend={row ? `口座番号 ${row.number}` : "口座"} columns={2}>
          <TextField name="bank_name" label={PAYING_LABEL.bank_name} />
          <TextField name="branch_name" label={PAYING_LABEL.branch_name} />
          <TextField name="bank_code" label={PAYING_LABEL.bank_code} {...short} />
          <TextField name="branch_code" label={PAYING_LABEL.branch_code} {...short} />
          <TextField name="bank_kana" label={PAYING_LABEL.bank_kana} help="15文字まで（濁点も1文字）" />
          <TextField name="branch_kana" label={PAYING_LABEL.branch_kana} help="15文字まで（濁点も1文字）" />
          <SelectField name="kind" label={PAYING_LABEL.kind} options={options(PAYING_KINDS)} width="short" />
          {row ? null : <TextField name="number" label={PAYING_LABEL.number} {...short} />}
        </FieldSet>
        <FieldSet legend="総合振込の契約" columns={2}>
          <TextField
            name="consignor_code"
            label={PAYING_LABEL.consignor_code}
            {...short}
            help="銀行が決めた10桁"
          />
          <TextField
            name="consignor_name"
            label={PAYING_LABEL.consignor_name}
            help="契約のとおりのカナで40文字まで（例：カ）ヤマダセイキ）"
          />
          <RadioField
            name="line_end"
            label="レコードの終わりの改行"
            options={LINE_ENDS.map((value) => ({ value, label: LINE_END_LABEL[value] }))}
            help="銀行の案内に「120バイト」とだけあれば「なし」、「改行あり」「122バイト」なら「あり」です。"
          />
        </FieldSet>
      </SchemaForm>
    </section>
  );
}
