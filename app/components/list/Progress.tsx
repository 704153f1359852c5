import { formatNumber } from "~/lib/money/decimal";

type Props = {
  total: string | number;
  good: string | number;
  bad?: string | number;
  partial?: string | number;
  unit?: string;
};

export function Progress({ total, good, bad = 0, partial = 0, unit = "" }: Props) {
  const whole = Math.max(Number(total), 0.001);
  const share = (part: string | number) => Math.min(100, Math.max(0, (Number(part) / whole) * 100));
  const [a, b, c] = [share(good), share(bad), share(partial)];
  const text = [`良品 ${good}`, Number(bad) ? `不良 ${bad}` : "", Number(partial) ? `途中 ${partial}` : ""]
    .filter(Boolean)
    .join("・");
  return (
    <span className="inline-flex w-full items-center gap-2">
      <svg
        role="img"
        aria-label={`${text} / ${total}${unit}`}
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        className="h-2 min-w-11 flex-1 rounded-full bg-line"
      >
        <rect width={round(a)} height="8" className="fill-good" />
        <rect x={round(a)} width={round(b)} height="8" className="fill-bad" />
        <rect x={round(a + b)} width={round(c)} height="8" className="fill-good opacity-60" />
      </svg>
      <span className="whitespace-nowrap text-note tabular-nums" aria-hidden="true">
        {formatNumber(good)}
        <span className="text-muted">
          {" "}
          / {formatNumber(total)}
          {unit}
        </span>
      </span>
    </span>
  );
}

function round(share: number): number {
  return Math.round(share * 10) / 10;
}
