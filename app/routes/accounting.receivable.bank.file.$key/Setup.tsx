import { CheckField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextField } from "~/components/form/fields";
import { OneTap } from "~/components/form/OneTap";
import { SchemaForm } from "~/components/form/SchemaForm";
import { type BankSetup, bankFileRead } from "~/lib/bank/bank.schema";
import { formatDate } from "~/lib/time/date";
import type { Reply } from "~/lib/web/submit.server";
import { BANK } from "../shared/bank.upload";
import { Columns } from "./Columns";

type Props = { setup: BankSetup; answer?: Reply; idempotency_key: string };

/** What is to be said of a file before its rows come in. */
export function Setup({ setup, answer, idempotency_key }: Props) {
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
        answer={answer}
        idempotency_key={idempotency_key}
        values={{ ...account, ...setup.columns, head_line: String(setup.head_line) }}
        submit="取り込む"
        cancel={BANK}
        wide
      >
        {asks_columns ? <Columns lines={setup.lines} head_line={setup.head_line} /> : null}
        {asks_dates ? (
          <FieldSet legend="期間">
            <p>
              {`年を ${from_date ? formatDate(from_date) : ""}〜${to_date ? formatDate(to_date) : ""} と読みました。`}
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
