import { formatYen } from "~/lib/money/decimal";
import { type ByRate, rateLabel } from "~/lib/vocabulary/document";

type Props = {
  title: string;
  totals: { by_rate: ByRate[]; subtotal: number; tax: number; total: number };
};

/** What will be issued, by rate. */
export function Figures({ title, totals }: Props) {
  return (
    <section aria-label={title} className="rounded border border-line bg-surface">
      <h2 className="flex flex-wrap gap-x-4 border-b border-line px-4 py-2 text-base">
        <span>{title}</span>
        <span className="ml-auto tabular-nums">
          <span className="mr-2 text-note font-normal text-muted">合計（税込）</span>
          {formatYen(totals.total)}
        </span>
      </h2>
      <p className="flex flex-wrap gap-x-6 px-4 py-2 text-note tabular-nums">
        <span>税抜 {formatYen(totals.subtotal)}</span>
        {totals.by_rate.map(({ tax_rate, base, tax }) => (
          <span key={tax_rate}>
            {rateLabel(tax_rate)} {formatYen(base)}・消費税 {formatYen(tax)}
          </span>
        ))}
      </p>
    </section>
  );
}
