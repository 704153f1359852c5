/** Constants of moving ranges of two: σ̂ = MR̄/1.128, I ± 2.66 MR̄, 3.267 MR̄. */
const D2 = 1.128;
const E2 = 2.66;
const D4 = 3.267;

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const text = (value: number, places: number) => {
  const size = 10 ** places;
  return (Math.round(value * size + Math.sign(value) * 1e-7) / size).toFixed(places);
};
const LABELS: [below: number, label: string][] = [
  [10, "n<10のため表示しません"],
  [25, "参考(n<25)"],
];

/** Of one product, process, item and drawing revision, in the order of measuring. */
export function capability(measured: string[], lower: string | null, upper: string | null) {
  const x = measured.map(Number);
  const n = x.length;
  const label = LABELS.find(([below]) => n < below)?.[1] ?? null;
  if (n < 2) return { n, mean: n === 1 ? text(x[0]!, 3) : null, label };
  const centre = mean(x);
  const s = Math.sqrt(x.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (n - 1));
  const mr = mean(x.slice(1).map((value, index) => Math.abs(value - x[index]!)));
  const limits = {
    n,
    mean: text(centre, 3),
    s: text(s, 4),
    mr: text(mr, 4),
    ucl: text(centre + E2 * mr, 3),
    lcl: text(centre - E2 * mr, 3),
    ucl_mr: text(D4 * mr, 3),
  };
  const none = { cp: null, cpk: null, pp: null, ppk: null };
  if (s < 1e-12 || mr < 1e-12) return { ...limits, ...none, label: "測定の分解能を確認してください" };
  const [low, high] = [lower, upper].map((limit) => (limit === null ? null : Number(limit)));
  const indices = (sigma: number) => {
    const sides = [high! === null ? [] : [high! - centre], low! === null ? [] : [centre - low!]].flat();
    return {
      both: sides.length === 2 ? text((high! - low!) / (6 * sigma), 3) : null,
      nearest: sides.length === 0 ? null : text(Math.min(...sides) / (3 * sigma), 3),
    };
  };
  if (n < 10) return { ...limits, ...none, label };
  const [within, overall] = [indices(mr / D2), indices(s)];
  return {
    ...limits,
    cp: within.both,
    cpk: within.nearest,
    pp: overall.both,
    ppk: overall.nearest,
    label,
  };
}

/** The 95 % range of a Cpk. */
export function cpkInterval(cpk: number, n: number): [string, string] {
  const half = 1.96 * Math.sqrt(1 / (9 * n) + cpk ** 2 / (2 * (n - 1)));
  return [text(cpk - half, 2), text(cpk + half, 2)];
}

/** 不良率 by lot: the limits move with n, within 0 and 1. In per cent. */
export function pChart(lots: [n: number, defective: number][]) {
  const all = lots.reduce((sum, [n]) => sum + n, 0);
  if (all === 0) return { p: null, rows: [] };
  const p = lots.reduce((sum, [, defective]) => sum + defective, 0) / all;
  const rows = lots.map(([n, defective]) => {
    if (n === 0) return null;
    const sigma = Math.sqrt((p * (1 - p)) / n);
    const [low, high] = [Math.max(0, p - 3 * sigma), Math.min(1, p + 3 * sigma)];
    const rate = defective / n;
    return {
      rate: text(rate * 100, 2),
      low: text(low * 100, 2),
      high: text(high * 100, 2),
      is_out: rate < low || rate > high,
    };
  });
  return { p: text(p * 100, 2), rows };
}

/** Of points in order: beyond the limits, and the eighth and further in a row on one side of the centre. */
export function signals(points: number[], { centre, low, high }: Record<"centre" | "low" | "high", number>) {
  let [side, run] = [0, 0];
  return points.map((value) => {
    const at = Math.sign(value - centre);
    run = at !== 0 && at === side ? run + 1 : 1;
    side = at;
    return { is_out: value < low || value > high, is_run: at !== 0 && run >= 8 };
  });
}
