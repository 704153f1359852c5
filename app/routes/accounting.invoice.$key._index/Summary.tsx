import type { InvoiceDetail } from "~/lib/accounting/invoice.schema";
import { formatYen } from "~/lib/money/decimal";

/** 鑑 as tiles (R4-1), where something is carried over; else the large facts say it all. */
export function Summary({ doc }: { doc: InvoiceDetail }) {
  if (!doc.show_carry_over) return null;
  const carried: [string, number][] = [
    ["前回請求額", doc.prev_billed],
    ["入金額", doc.received],
    ["調整額", doc.adjustment],
    ["繰越金額", doc.carried_over],
  ];
  const tiles: [string, number][] = [...carried, ["今回売上額（税抜）", doc.subtotal], ["消費税額", doc.tax]];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded border border-line bg-line desk:flex">
      {[...tiles, ["今回請求額（税込）", doc.billed_now] as const].map(([label, amount], at) => (
        <div
          key={label}
          className={`min-w-0 flex-1 px-4 py-2 ${at === tiles.length ? "bg-accent-soft max-desk:col-span-2" : "bg-surface"}`}
        >
          <dt className="text-note text-muted">{label}</dt>
          <dd
            className={`whitespace-nowrap text-right tabular-nums ${at === tiles.length ? "text-section font-bold" : ""}`}
          >
            {formatYen(amount)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
