import type { InvoiceDetail } from "~/lib/accounting/invoice.schema";
import { pintProblems } from "~/lib/accounting/pint";

/** The document as JP PINT has it, or why there is none; taken before it was read, it is read by that. */
export function Pint({ doc, unread }: { doc: InvoiceDetail; unread: boolean }) {
  const problems = pintProblems(doc);
  if (problems.length > 0) return <span className="text-note text-muted">{problems.join("")}</span>;
  if (unread)
    return (
      <form method="post" action={`/accounting/invoice/${doc.key}/xml`}>
        <button type="submit" className="text-left text-accent underline touch:min-h-11">
          確認してJP PINT（XML）を保存
        </button>
      </form>
    );
  return (
    <a href={`/accounting/invoice/${doc.key}/xml`} download>
      JP PINT（XML）
    </a>
  );
}
