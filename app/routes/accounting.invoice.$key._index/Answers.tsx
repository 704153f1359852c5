import { Chip } from "~/components/list/Chip";
import type { InvoiceAnswers } from "~/lib/accounting/invoice.answer.schema";
import { formatDateTime } from "~/lib/time/date";

/** What the receiver has said; its last word is the one that counts. */
export function Answers({ answers: { items } }: { answers: InvoiceAnswers }) {
  const [last] = items;
  if (!last) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded border border-line bg-surface px-4 py-2">
      <Chip tone={last.agreed ? "good" : "warn"}>{last.agreed ? "確認済" : "差異の連絡"}</Chip>
      {last.words ? <span className="whitespace-pre-wrap">{last.words}</span> : null}
      <span className="text-note text-muted">
        {last.actor}・{formatDateTime(last.answered_time)}
      </span>
    </p>
  );
}
