import { Tiles } from "~/components/list/Tiles";
import { formatYen } from "~/lib/money/decimal";
import type { OwingSummary } from "~/lib/payable/balance.list";
import { PAYABLE } from "~/lib/payable/debt.list";
import { MATCH } from "~/lib/payable/match.list";
import { addDays } from "~/lib/time/date";

/** Each opens the rows that it is the sum of, at the same day. */
export function OwingTiles({ summary }: { summary: OwingSummary }) {
  const { on, month_start, month_end, soon, unbilled_soon } = summary;
  const due = (range: Record<string, string>) => `${PAYABLE}/due?${new URLSearchParams({ ...range, on })}`;
  const watched = [soon > 0 && `${soon}件`, unbilled_soon > 0 && `未請求${unbilled_soon}社`].filter(Boolean);
  return (
    <Tiles
      tiles={[
        { label: "買掛残合計", text: formatYen(summary.balance), colour: "font-bold" },
        { label: "うち未請求（税込）", text: formatYen(summary.unbilled) },
        {
          label: "期限超過",
          text: formatYen(summary.overdue),
          href: due({ to: addDays(on, -1) }),
          colour: summary.overdue > 0 ? "font-bold text-bad" : "",
        },
        {
          label: "今月支払予定",
          text: formatYen(summary.due_this_month),
          href: due({ from: month_start, to: month_end }),
        },
        {
          label: "今月支払済",
          text: formatYen(summary.paid_this_month),
          href: `${PAYABLE}/payment?${new URLSearchParams({ from: month_start, to: on })}`,
        },
        {
          label: "60日注意",
          text: watched.join("・") || "0件",
          href: soon === 0 && unbilled_soon > 0 ? MATCH : due({}),
          colour: soon + unbilled_soon > 0 ? "font-bold text-warn" : "",
        },
      ]}
    />
  );
}
