import type { InvoiceDetail } from "~/lib/accounting/invoice.schema";
import { pintProblems } from "~/lib/accounting/pint";

/** The document as JP PINT has it, or why there is none. */
export function Pint({ doc }: { doc: InvoiceDetail }) {
  const problems = pintProblems(doc);
  if (problems.length > 0) return <span className="text-note text-muted">{problems.join("")}</span>;
  return (
    <a href={`/accounting/invoice/${doc.key}/xml`} download>
      JP PINT（XML）
    </a>
  );
}
