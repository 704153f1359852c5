import { Button } from "~/components/form/Button";
import { TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Chip } from "~/components/list/Chip";
import { monthLabel } from "~/lib/accounting/invoice";
import { billingChecks, type Reconciliation } from "~/lib/accounting/reconcile.schema";
import { formatYen } from "~/lib/money/decimal";
import { formatDateTime } from "~/lib/time/datetime";
import { formatPeriod } from "~/lib/time/period";
import type { Reply } from "~/lib/web/submit.server";
import { Figures } from "../shared/figures";
import { LineChoice } from "../shared/line.choice";

type Line = Reconciliation["items"][number];
type Props = Reconciliation & {
  ym: number;
  hidden: Record<string, string>;
  answer?: Reply;
  idempotency_key: string;
};

/** The same list on both sides, with what each has said of every line. */
export function Checks({ items, added, totals, ym, hidden, answer, is_buyer, ...props }: Props) {
  const typed = answer?.reply.initialValue as { lines?: string | string[] } | undefined;
  const period = formatPeriod({ start: props.start_date, end: props.end_date });
  return (
    <>
      <Figures title={`${props.partner_name}　${monthLabel(ym)}（${period}）`} totals={totals} />
      {added.length > 0 ? (
        <p className="text-note">
          締めで加える行: {added.map((line) => `${line.name} ${formatYen(line.price)}`).join("、")}
        </p>
      ) : null}
      <SchemaForm
        id="checks"
        schema={billingChecks}
        answer={answer}
        submit="チェックした明細を一致にする"
        press={{ name: "go", value: "agree" }}
        cancel="/accounting/invoice"
        wide
        idempotency_key={props.idempotency_key}
      >
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <LineChoice
          items={items}
          ticked={typed ? [typed.lines ?? []].flat() : []}
          name="lines"
          caption="請求される明細"
          more={{ head: "照合", cell: (line: Line) => <Said line={line} is_buyer={is_buyer} /> }}
        />
        <div className="flex max-w-[720px] flex-wrap items-end gap-3 print:hidden">
          <div className="min-w-0 flex-1">
            <TextField name="reason" label="差異の理由" optional />
          </div>
          <Button name="go" value="differ">
            チェックした明細を差異にする
          </Button>
        </div>
      </SchemaForm>
    </>
  );
}

function Said({ line, is_buyer }: { line: Line; is_buyer: boolean }) {
  const [ours, theirs] = is_buyer ? [line.buyer, line.seller] : [line.seller, line.buyer];
  return (
    <>
      <Word label="自社" check={ours} />
      <Word label="相手" check={theirs} />
    </>
  );
}

function Word({ label, check }: { label: string; check: Line["seller"] }) {
  return (
    <span className="block text-note">
      <span className="mr-2 text-muted">{label}</span>
      {check === null ? (
        <span className="text-muted">未</span>
      ) : (
        <span title={[check.person, formatDateTime(check.checked_time)].filter(Boolean).join(" ")}>
          <Chip tone={check.agrees ? "good" : "bad"}>{check.agrees ? "一致" : "差異"}</Chip> {check.reason}
        </span>
      )}
    </span>
  );
}
