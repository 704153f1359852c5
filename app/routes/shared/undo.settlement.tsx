import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { type Fact, FactPanel } from "~/components/list/Facts";
import { formatYen } from "~/lib/money/decimal";
import { undoing } from "~/lib/receivable/payment.schema";
import { formatDate } from "~/lib/time/date";
import type { Reply } from "~/lib/web/submit.server";

type Row = {
  key: number;
  amount: number;
  settled_date: string;
  undone_date: string | null;
  is_closed: boolean;
};
type Props = {
  row: Row;
  facts: Fact[];
  effect: string;
  refused?: string | null;
  back: { href: string; label: string };
  version: number;
  answer?: Reply;
};

/** 充当を一つだけ外す, of a receipt or of a 請求書 used as credit. */
export function UndoSettlement({ row, facts, effect, refused = null, back, version, answer }: Props) {
  const why = row.undone_date === null ? refused : "この充当は外されています。";
  return (
    <section className="grid max-w-[720px] gap-4">
      <h1>この充当だけ外す</h1>
      <FactPanel
        facts={[
          ...facts,
          { label: "外す額", value: <b>{formatYen(row.amount)}</b> },
          { label: "充当日", value: formatDate(row.settled_date) },
        ]}
      />
      {why === null ? (
        <>
          <p>
            {effect}ほかの充当は変わりません。
            {row.is_closed ? "締め済みの期間の充当なので、今日の日付で外します。理由が要ります。" : ""}
          </p>
          <SchemaForm
            id="undo"
            schema={undoing}
            answer={answer}
            submit="この充当を外す"
            cancel={back.href}
            version={version}
            idempotency_key={`undo.settlement.${row.key}`}
          >
            <TextArea name="reason" label="理由" rows={2} optional={!row.is_closed} help="履歴に残ります" />
          </SchemaForm>
        </>
      ) : (
        <p>
          {why}
          <a href={back.href}>{back.label}に戻る</a>
        </p>
      )}
    </section>
  );
}
