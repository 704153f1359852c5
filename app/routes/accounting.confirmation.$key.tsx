import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea, YenField } from "~/components/form/fields";
import { PrintButton } from "~/components/form/PrintButton";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Chip } from "~/components/list/Chip";
import { Facts } from "~/components/list/Facts";
import { Table } from "~/components/list/Table";
import { Timeline } from "~/components/list/Timeline";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { formatYen } from "~/lib/money/decimal";
import {
  CONFIRMATION_LABEL,
  CONFIRMATION_TONE,
  CONFIRMATIONS,
  type ConfirmationDetail,
  confirmationAnswering,
  confirmationDetail,
} from "~/lib/receivable/confirmation.schema";
import { formatDate } from "~/lib/time/date";
import { formatDateTime } from "~/lib/time/datetime";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("残高確認");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const doc = await api.get(confirmationDetail, `/confirmations/${args.params.key}`);
  return json({ doc, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const path = `/confirmations/${args.params.key}`;
  return submit(args, confirmationAnswering, async (api, value, key) => {
    await api.post(confirmationDetail, `${path}/answer`, value, key);
    return flash(args, `${CONFIRMATIONS}/${args.params.key}`, "回答を送りました。");
  });
}

const COLUMNS: Column<ConfirmationDetail["rows"][number]>[] = [
  { name: "number", label: "請求書", kind: "text" },
  { name: "invoice_date", label: "日付", kind: "date" },
  { name: "due_date", label: "期日", kind: "date", fact: 1 },
  { name: "total", label: "請求額", kind: "yen" },
  { name: "open", label: "残", kind: "yen", fact: 2 },
];

export default function Confirmation() {
  const { doc, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const from = doc.is_ours ? `${doc.partner_name} へ` : `${doc.partner_name} から`;
  return (
    <section className="grid max-w-[720px] gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>残高確認 {from}</h1>
        <Chip tone={CONFIRMATION_TONE[doc.state]}>{CONFIRMATION_LABEL[doc.state]}</Chip>
        <PrintButton className="ml-auto max-desk:hidden" />
      </header>
      <Facts
        facts={[
          { label: "基準日", value: `${formatDate(doc.on_date)} 現在` },
          { label: doc.is_ours ? "売掛残高" : "買掛残高", value: <b>{formatYen(doc.amount)}</b> },
          doc.answered !== null && { label: "回答した金額", value: formatYen(doc.answered) },
          !!doc.difference && { label: "差額", value: <b>{formatYen(doc.difference)}</b> },
          { label: "送った人", value: `${formatDateTime(doc.sent_time)} ${doc.person}` },
          doc.words !== null && { label: "連絡", value: doc.words },
        ]}
      />
      {doc.rows.length > 0 ? (
        <Table columns={COLUMNS} page={unpaged(doc.rows)} title="未決済の明細" />
      ) : (
        <p className="text-muted">未入金の請求書も前受もありません。</p>
      )}
      {doc.may_answer ? (
        <SchemaForm
          id="answer"
          schema={confirmationAnswering}
          answer={answer}
          submit={doc.answers.length > 0 ? "回答し直す" : "回答を送る"}
          idempotency_key={idempotency_key}
        >
          <FieldSet legend="回答">
            <RadioField
              name="agreed"
              label="回答"
              options={[
                { value: "yes", label: "一致（当社の帳簿と同じ）" },
                { value: "no", label: "差異がある" },
              ]}
            />
            <YenField name="amount" label="当社の帳簿の金額（差異のとき）" optional />
            <TextArea name="words" label="差異の内容・連絡" optional rows={3} />
          </FieldSet>
        </SchemaForm>
      ) : null}
      {doc.answers.length > 0 ? (
        <>
          <h2>回答</h2>
          <Timeline
            entries={doc.answers.map((one) => ({
              id: one.key,
              who: one.person,
              when: one.answered_time,
              what: `${one.agreed ? "一致" : "差異"} ${formatYen(one.amount)}`,
              note: one.words ?? undefined,
            }))}
          />
        </>
      ) : null}
      <p className="print:hidden">
        <a href={CONFIRMATIONS}>残高確認の一覧に戻る</a>
      </p>
    </section>
  );
}
