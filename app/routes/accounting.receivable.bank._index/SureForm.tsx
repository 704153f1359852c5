import { Button } from "~/components/form/Button";
import type { BankRow } from "~/lib/bank/bank.schema";
import { formatYen } from "~/lib/money/decimal";

/** What stands on the page as 確実, with all that was seen of it. */
export function SureForm({ rows, idempotency_key }: { rows: BankRow[]; idempotency_key: string }) {
  const sure = rows.filter(({ state }) => state === "sure");
  if (sure.length === 0) return null;
  const amount = sure.reduce((sum, row) => sum + row.amount, 0);
  return (
    <form
      method="post"
      data-enhance="submit"
      className="flex flex-wrap items-center gap-3 rounded border border-line bg-surface px-4 py-3 print:hidden"
    >
      <input type="hidden" name="idempotency_key" value={idempotency_key} />
      {sure.map((row) => (
        <input key={row.key} type="hidden" name="seen" value={row.seen!} />
      ))}
      <Button tone="primary">{`確実な ${sure.length} 件を登録`}</Button>
      <span className="text-note text-muted">
        {`合計 ${formatYen(amount)}。名義と金額が合う行を、下の表の請求書の入金として登録します。登録した入金は取り消せます。`}
      </span>
    </form>
  );
}
