import { Button } from "~/components/form/Button";
import { CheckField } from "~/components/form/choices";
import { SchemaForm } from "~/components/form/SchemaForm";
import { FactPanel } from "~/components/list/Facts";
import { Table } from "~/components/list/Table";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { TRANSFERS } from "~/lib/transfer/file.list";
import { type TransferPreview, transferNew } from "~/lib/transfer/file.schema";
import { carried } from "../shared/typed.form";
import type { Answer } from "./step";

type Row = TransferPreview["rows"][number];

/** Nobody has been paid there before: worth a look against the paper. */
const NEW = ["", "初めての口座", "前回と違う口座"];
const markOf = ({ problems, new_code, is_past }: Row) =>
  problems.length > 0
    ? problems.join("、")
    : [is_past && "支払日超過", NEW[new_code]].filter(Boolean).join("・");

const COLUMNS: Column<Row>[] = [
  { name: "partner_name", label: "支払先", kind: "text" },
  { name: "payment_date", label: "支払日", kind: "date" },
  { name: "account", label: "口座", kind: "text", fact: 1 },
  { name: "amount", label: "金額", kind: "yen", fact: 2 },
  {
    name: "mark",
    label: "確認",
    kind: "state",
    text: markOf,
    tone: ({ problems }) => (problems.length > 0 ? "bad" : "warn"),
  },
];

type Props = { answer: Answer; plan: TransferPreview; idempotency_key: string };

/** The totals, and everything that keeps the file from being made, before it is. */
export function CheckStep({ answer, plan, idempotency_key }: Props) {
  const typed = answer.reply.initialValue ?? {};
  const count = `${formatNumber(plan.num_rows)}件`;
  return (
    <SchemaForm
      id="check"
      schema={transferNew}
      reply={answer.reply.error ? answer.reply : undefined}
      values={typed}
      cancel={TRANSFERS}
      wide
      submit="もう一度確認する"
      press={{ name: "go", value: "check" }}
      final={
        plan.num_problems > 0
          ? undefined
          : { name: "go", value: "make", label: `${count} ${formatYen(plan.total)} の総合振込ファイルを作る` }
      }
      idempotency_key={idempotency_key}
    >
      {carried(typed).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="seen" value={plan.seen} />
      <p className="flex flex-wrap items-center gap-4">
        まだ作っていません。
        <Button name="go" value="back" formNoValidate tone="plain">
          入力に戻る
        </Button>
      </p>
      {plan.problems.map((problem) => (
        <p
          key={problem}
          role="alert"
          className="rounded border border-bad bg-bad-soft px-4 py-2 font-bold text-bad"
        >
          {problem}
        </p>
      ))}
      {plan.num_problems > plan.problems.length ? (
        <p className="text-bad">
          「確認」に理由のある支払先があるため、まだ作れません。口座は管理者が「設定 →
          振込先の口座」で直します。
        </p>
      ) : null}
      {plan.note ? (
        <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">{plan.note}</p>
      ) : null}
      <FactPanel
        columns={2}
        facts={[
          { label: "振込元", value: plan.account },
          { label: "振込指定日", value: formatDate(plan.pay_date) },
          { label: "件数", value: count },
          { label: "合計", value: <b>{formatYen(plan.total)}</b> },
        ]}
      />
      <Table columns={COLUMNS} page={unpaged(plan.rows)} title="振込先" />
      {plan.past ? (
        <div className="rounded border border-warn bg-warn-soft px-4 py-2">
          <p className="font-bold text-warn">
            支払日を1週間以上過ぎた支払があります。すでに振り込んでいませんか。
          </p>
          <CheckField name="not_sent" label="まだ振り込んでいないので作成する" />
        </div>
      ) : null}
      {plan.twins.length > 0 ? (
        <div className="rounded border border-warn bg-warn-soft px-4 py-2">
          <p className="font-bold text-warn">
            二重ではありませんか。同じ支払先への同じ金額の振込が、別のファイルにあります:{" "}
            {plan.twins.map(({ file_key, pay_date, partner_name, amount }) => (
              <a
                key={`${file_key} ${partner_name}`}
                href={`${TRANSFERS}/${file_key}`}
                className="mr-2 text-accent underline"
              >
                {partner_name} {formatYen(amount)}（{formatDate(pay_date)}）
              </a>
            ))}
          </p>
          <CheckField name="twice" label="別の振込として作成する" />
        </div>
      ) : null}
    </SchemaForm>
  );
}
