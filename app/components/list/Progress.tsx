type Props = {
  total: string | number;
  good: string | number;
  bad?: string | number;
  partial?: string | number;
  unit?: string;
};

/** Drawn as on the board: what is half done is dotted. */
export function Progress({ total, good, bad = 0, partial = 0, unit = "" }: Props) {
  const whole = Math.max(Number(total), 0.001);
  const share = (part: string | number) => Math.min(100, Math.max(0, (Number(part) / whole) * 100));
  const [a, b, c] = [share(good), share(bad), share(partial)];
  const text = [`良品 ${good}`, Number(bad) ? `不良 ${bad}` : "", Number(partial) ? `途中 ${partial}` : ""]
    .filter(Boolean)
    .join("・");
  return (
    <svg
      role="img"
      aria-label={`${text} / ${total}${unit}`}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="h-2 w-full rounded-full bg-line"
    >
      <rect width={round(a)} height="8" className="fill-good" />
      <rect x={round(a)} width={round(b)} height="8" className="fill-bad" />
      {c > 0 ? <line x1={round(a + b)} x2={round(a + b + c)} y1="4" y2="4" className="card-half" /> : null}
    </svg>
  );
}

function round(share: number): number {
  return Math.round(share * 10) / 10;
}
