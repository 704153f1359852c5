import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { CheckField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextField } from "~/components/form/fields";
import { OneTap } from "~/components/form/OneTap";
import { SchemaForm } from "~/components/form/SchemaForm";
import { bankFileRead, bankSetup } from "~/lib/bank/bank.schema";
import { formatDate } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { BANK } from "../shared/bank.upload";
import { Columns } from "./Columns";

export const meta = titled("銀行明細の口座と列");

const counted = z.object({ num_rows: z.number(), num_new: z.number() });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const setup = await api.get(bankSetup, `/bank/files/${args.params.key}`);
  if (setup.file.state === "read") return redirect(`${BANK}?file=${setup.file.key}`);
  return json({ setup, idempotency_key: crypto.randomUUID() });
}

/** Reads the file as it was said to be, or puts it away unread. */
export async function action(args: ActionFunctionArgs) {
  const path = `/bank/files/${args.params.key}`;
  if (new URL(args.request.url).searchParams.has("discard"))
    return submit(args, z.object({}), async (api) => {
      await api.delete(z.object({}), path);
      return flash(args, BANK, "ファイルを取り込まずに消しました。", "info");
    });
  return submit(args, bankFileRead, async (api, value, key) => {
    const { num_rows, num_new } = await api.post(counted, `${path}/read`, value, key);
    const known = num_rows > num_new ? `${num_rows - num_new}行は取り込み済みでした。` : "";
    return flash(args, `${BANK}?file=${args.params.key}`, `${num_new}行を取り込みました。${known}`);
  });
}

export default function BankFileSetup() {
  const { setup, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { file, account, accounts, asks_columns, asks_dates, from_date, to_date } = setup;
  const choices = accounts.map(({ key, label }) => ({ value: String(key), label }));
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <h1>
        {file.file_name}の口座{asks_columns ? "と列" : ""}
      </h1>
      <p className="text-muted">
        {asks_columns
          ? "見出しから銀行が分からないファイルです。列の対応を決めると、この口座の次のファイルから自動で読み取ります。"
          : "ファイルからは、どの口座の明細か分かりません。口座を決めると取り込みます。"}
      </p>
      <SchemaForm
        id="bank-file"
        schema={bankFileRead}
        reply={answer?.reply}
        idempotency_key={answer?.idempotency_key ?? idempotency_key}
        values={{ ...account, ...setup.columns, head_line: String(setup.head_line) }}
        submit="取り込む"
        cancel={BANK}
        wide
      >
        {asks_columns ? <Columns lines={setup.lines} head_line={setup.head_line} /> : null}
        {asks_dates ? (
          <FieldSet legend="期間">
            <p>
              {`和暦の年を ${from_date ? formatDate(from_date) : ""}〜${to_date ? formatDate(to_date) : ""} と読みました。`}
            </p>
            <CheckField name="dates_right" label="期間はこのとおりで正しい" />
          </FieldSet>
        ) : null}
        <FieldSet legend="口座" columns={2}>
          {choices.length > 0 ? (
            <SelectField
              name="account_key"
              label="登録済みの口座"
              either
              options={choices}
              width="full"
              help="新しい口座のときは、選ばずに下の欄へ入力します"
            />
          ) : null}
          <TextField name="bank_name" label="銀行名" either />
          <TextField name="branch_name" label="支店名" optional />
          <TextField name="kind" label="種別" optional width="short" help="普通、当座など" />
          <TextField name="number" label="口座番号" either width="short" />
        </FieldSet>
      </SchemaForm>
      <section className="grid gap-2 border-t border-line pt-4">
        <p className="text-note text-muted">違うファイルを選んだときは、取り込まずに消せます。</p>
        <div className="justify-self-start">
          <OneTap action={`${BANK}/file/${file.key}?discard=1`} fields={{}} tone="danger">
            取り込まずに消す
          </OneTap>
        </div>
      </section>
    </div>
  );
}
