import { Button } from "~/components/form/Button";
import { formatYen } from "~/lib/money/decimal";
import { reasonsFor } from "~/lib/receivable/difference";
import type { PaymentPlan } from "~/lib/receivable/payment.schema";
import { KIND_LABEL } from "~/lib/vocabulary/payment";

/** 入金 − 充当 = 差額, and what may be done about it in one press. */
export function Shortfall({ plan }: { plan: PaymentPlan }) {
  const { amount, difference, unapplied, suggested } = plan;
  const settled = amount - unapplied;
  const isShort = difference > 0;
  const kinds = reasonsFor(difference, suggested, plan.offset);
  const isOpen = plan.rows.length > 0 && difference !== 0;
  return (
    <div className="grid gap-2 rounded border border-line bg-surface px-4 py-3" aria-live="polite">
      <p className="flex flex-wrap items-baseline gap-x-6 tabular-nums">
        <span>
          入金 <b>{formatYen(amount)}</b>
        </span>
        <span>
          充当 <b>{formatYen(settled)}</b>
        </span>
        <span>
          差額 <b>{formatYen(unapplied)}</b>
          <span className="ml-1 text-note text-muted">{unapplied > 0 ? "前受になります" : ""}</span>
        </span>
      </p>
      {isOpen ? (
        <p className="flex flex-wrap items-center gap-2">
          <b className={isShort ? "text-warn" : ""}>
            {isShort
              ? `${formatYen(difference)} 不足しています。`
              : `${formatYen(-difference)} 多く入っています。`}
          </b>
          {kinds.map((kind) => (
            <Button key={kind} name="go" value={kind} tone={kind === suggested ? "primary" : "secondary"}>
              {KIND_LABEL[kind]}にする
            </Button>
          ))}
          <span className="text-note text-muted">
            {isShort
              ? "押さなければ、残りは翌月へ残ります。"
              : `${kinds.length > 0 ? "押さなければ、" : ""}前受として残ります。`}
          </span>
        </p>
      ) : null}
    </div>
  );
}
