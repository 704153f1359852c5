import { formatYen } from "~/lib/money/decimal";
import { BALANCES, type BalanceSummary } from "~/lib/receivable/balance.list";
import { addDays } from "~/lib/time/date";

/** Each opens the rows that it is the sum of, at the same day. */
export function Tiles({ summary }: { summary: BalanceSummary }) {
  const { on, month_start, month_end } = summary;
  const due = (range: Record<string, string>) => `${BALANCES}/due?${new URLSearchParams({ ...range, on })}`;
  const tiles: [label: string, amount: number, href: string | null, colour?: string][] = [
    ["売掛残合計", summary.balance, null, "font-bold"],
    ["うち未請求（税込）", summary.unbilled, `/accounting/delivery?unbilled_on=${on}`],
    [
      "期限超過",
      summary.overdue,
      due({ to: addDays(on, -1) }),
      summary.overdue > 0 ? "font-bold text-bad" : "",
    ],
    ["今月入金予定", summary.due_this_month, due({ from: month_start, to: month_end })],
    [
      "今月入金済",
      summary.received_this_month,
      `${BALANCES}/payment?${new URLSearchParams({ from: month_start, to: on })}`,
    ],
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded border border-line bg-line desk:flex">
      {tiles.map(([label, amount, href, colour = ""], at) => (
        <div
          key={label}
          className={`min-w-0 flex-1 px-4 py-2 ${at ? "bg-surface" : "bg-accent-soft max-desk:col-span-2"}`}
        >
          <dt className="text-note text-muted">{label}</dt>
          <dd className={`whitespace-nowrap text-right tabular-nums ${at ? "" : "text-section"} ${colour}`}>
            {href ? <a href={href}>{formatYen(amount)}</a> : formatYen(amount)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
