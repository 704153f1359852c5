import { Button } from "~/components/form/Button";
import { Facts } from "~/components/list/Facts";
import type { BankRow } from "~/lib/bank/bank.schema";
import { formatNumber, formatYen } from "~/lib/money/decimal";

const CONFIDENCE = { sure: "高（確実）", high: "中", low: "低", unknown: "―" } as const;
const MOST_FEE = 1_100;

/** What the row would be registered as, and the reasons for it. */
export function Suggested({ row, idempotency_key }: { row: BankRow; idempotency_key: string }) {
  const { parts, difference, receipt_key, buyer_name } = row;
  const free = row.amount - parts.reduce((sum, { amount }) => sum + amount, 0);
  const isFee = difference > 0 && difference <= MOST_FEE && parts.length > 0;
  return (
    <section className="grid gap-3 rounded border border-line bg-surface p-4">
      <h2 className="text-section font-bold">消込の候補</h2>
      <Facts
        facts={[
          { label: "取引先", value: buyer_name },
          { label: "確度", value: row.confidence ? CONFIDENCE[row.confidence] : null },
          { label: "理由", value: row.reason },
          ...parts.map((part) => ({
            label: `請求書 ${part.number}`,
            value: <a href={`/accounting/invoice/${part.invoice_key}`}>{formatYen(part.amount)}</a>,
          })),
          free > 0 && { label: "前受", value: formatYen(free) },
          difference > 0 && { label: "請求との差額", value: `${formatNumber(difference)}円少ない` },
        ]}
      />
      {row.seen ? (
        <form method="post" data-enhance="submit" className="flex flex-wrap gap-3">
          <input type="hidden" name="idempotency_key" value={idempotency_key} />
          <input type="hidden" name="seen" value={row.seen} />
          {receipt_key ? (
            <>
              <input type="hidden" name="payment_key" value={receipt_key} />
              <Button tone="primary" name="go" value="link">
                登録済みの入金に結び付ける
              </Button>
            </>
          ) : null}
          {isFee ? (
            <Button name="go" value="fee">{`差額${formatNumber(difference)}円を手数料にして登録`}</Button>
          ) : null}
          <Button tone={receipt_key || isFee ? "secondary" : "primary"} name="go" value="parts">
            {receipt_key ? "別の入金として登録" : isFee ? "差額を残して登録" : "この候補で登録"}
          </Button>
        </form>
      ) : null}
    </section>
  );
}
