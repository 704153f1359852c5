import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { HiddenField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Chip } from "~/components/list/Chip";
import { Facts } from "~/components/list/Facts";
import { Photos } from "~/components/list/Photos";
import { Table } from "~/components/list/Table";
import { answerText } from "~/lib/defect/report.paper";
import {
  REPORT_LABEL,
  REPORT_TONE,
  REPORTS,
  type Reported,
  reportAnswering,
  reportDetail,
  reportedColumns,
  reportWithdrawing,
} from "~/lib/defect/report.schema";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { formatDateTime } from "~/lib/time/date";
import { TREATMENT_LABEL } from "~/lib/vocabulary/reason";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titledOf } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { Answer } from "./shared/defect.answer";

export const meta = titledOf<{ doc: { number: string } }>("不良報告書", ({ doc }) => doc.number);

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json({
    doc: await api.get(reportDetail, `/reports/${args.params.key}`),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const [path, back] = [`/reports/${args.params.key}`, `${REPORTS}/${args.params.key}`];
  if ((await formOf(args)).get("act") === "withdraw")
    return submit(args, reportWithdrawing, async (api, value, key) => {
      await api.post(reportDetail, `${path}/withdraw`, value, key);
      return flash(args, back, "不良報告書を取り下げました。");
    });
  return submit(args, reportAnswering, async (api, value, key) => {
    await api.post(reportDetail, `${path}/answer`, value, key);
    return flash(args, back, `「${TREATMENT_LABEL[value.treatment]}」と回答しました。依頼先に知らせました。`);
  });
}

export default function Report() {
  const { doc, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData() as Reply | undefined;
  const same = { reply: again?.reply, idempotency_key: again?.idempotency_key ?? idempotency_key };
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>
          不良報告書 {doc.number}
          {doc.version > 1 ? ` 第${doc.version}版` : ""}
        </h1>
        <Chip tone={REPORT_TONE[doc.state]}>{REPORT_LABEL[doc.state]}</Chip>
        <span className="ml-auto flex flex-wrap gap-2">
          {doc.may_correct && doc.tick ? (
            <LinkButton
              href={`${REPORTS}/new?${new URLSearchParams({ rows: doc.tick, corrects: String(doc.key) })}`}
            >
              新しい版を送る
            </LinkButton>
          ) : null}
          <LinkButton href={`${REPORTS}/${doc.key}/print`}>印刷</LinkButton>
        </span>
      </header>
      {doc.problem ? <p className="text-warn">{doc.problem}</p> : null}
      <Facts
        facts={[
          { label: doc.is_ours ? "依頼元" : "依頼先", value: doc.partner_name },
          { label: "送った人", value: `${formatDateTime(doc.sent_time)} ${doc.person}` },
          { label: "原因", value: doc.cause },
          { label: "対策・連絡", value: doc.words },
          { label: "回答", value: <b>{answerText(doc)}</b> },
          !!doc.answer?.words && { label: "回答の連絡", value: doc.answer.words },
          doc.versions.length > 1 && {
            label: "版",
            value: (
              <span className="flex flex-wrap gap-3">
                {doc.versions.map((one) => (
                  <a key={one.key} href={`${REPORTS}/${one.key}`}>
                    第{one.version}版（{formatDateTime(one.sent_time)}）
                  </a>
                ))}
              </span>
            ),
          },
        ]}
      />
      <Table
        columns={
          reportedColumns.filter(({ name }) =>
            doc.rows.some((row) => row[name as keyof Reported]),
          ) as Column[]
        }
        page={unpaged(doc.rows)}
        title="報告された不良"
      />
      <Photos photos={doc.photos} />
      {doc.may_answer ? <Answer {...same} /> : null}
      {doc.may_correct ? (
        <SchemaForm
          id="withdraw"
          schema={reportWithdrawing}
          submit="報告書を取り下げる"
          tone="danger"
          {...same}
        >
          <HiddenField name="act" value="withdraw" />
          <TextArea name="words" label="取り下げの理由" optional rows={2} />
        </SchemaForm>
      ) : null}
      <p>
        <a href={REPORTS}>不良報告書の一覧に戻る</a>
      </p>
    </section>
  );
}
