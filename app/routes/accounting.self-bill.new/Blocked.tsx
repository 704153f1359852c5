import type { SourceLine } from "~/lib/selfbill/selfbill.schema";
import { formatDate } from "~/lib/time/date";

/** What waits for something else first. */
export function Blocked({ items, href }: { items: SourceLine[]; href: string }) {
  const stopped = items.filter((line) => line.blocked !== null);
  if (stopped.length === 0) return null;
  return (
    <section
      aria-label="載せられない明細"
      className="grid gap-2 rounded border border-warn bg-warn-soft px-4 py-3"
    >
      <h2 className="text-base font-bold">載せられない明細 {stopped.length}行</h2>
      <ul className="grid gap-1">
        {stopped.map((line) => (
          <li key={`${line.delivery_key}.${line.delivery_line_no}`}>
            {formatDate(line.sales_date)}{" "}
            <a href={`/accounting/delivery/${line.delivery_key}`}>{line.delivery_number}</a> {line.name}：
            {line.blocked}
          </li>
        ))}
      </ul>
      <a href={href}>請求書照合で確認する</a>
    </section>
  );
}
