import { Tiles } from "~/components/list/Tiles";
import { formatYen } from "~/lib/money/decimal";
import { BALANCES, type BalanceSummary } from "~/lib/receivable/balance.list";
import { addDays } from "~/lib/time/date";

/** Each opens the rows that it is the sum of, at the same day. */
export function BalanceTiles({ summary }: { summary: BalanceSummary }) {
  const { on, month_start, month_end } = summary;
  const due = (range: Record<string, string>) => `${BALANCES}/due?${new URLSearchParams({ ...range, on })}`;
  return (
    <Tiles
      tiles={[
        { label: "売掛残合計", text: formatYen(summary.balance), colour: "font-bold" },
        {
          label: "うち未請求（税込）",
          text: formatYen(summary.unbilled),
          href: `/accounting/delivery?unbilled_on=${on}`,
        },
        {
          label: "期限超過",
          text: formatYen(summary.overdue),
          href: due({ to: addDays(on, -1) }),
          colour: summary.overdue > 0 ? "font-bold text-bad" : "",
        },
        {
          label: "今月入金予定",
          text: formatYen(summary.due_this_month),
          href: due({ from: month_start, to: month_end }),
        },
        {
          label: "今月入金済",
          text: formatYen(summary.received_this_month),
          href: `${BALANCES}/payment?${new URLSearchParams({ from: month_start, to: on })}`,
        },
      ]}
    />
  );
}
