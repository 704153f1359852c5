/** In thousandths. What people type goes through normalizeNumber first. */
export function milli(text: string): bigint {
  const parts = /^(-?)(\d+)(?:\.(\d{1,3})0*)?$/.exec(text);
  if (!parts) throw new RangeError(`not a decimal with up to 3 places: ${text.slice(0, 40)}`);
  const n = BigInt(parts[2]! + (parts[3] ?? "").padEnd(3, "0"));
  return parts[1] ? -n : n;
}

export function decimal(thousandths: bigint): string {
  const digits = String(thousandths < 0n ? -thousandths : thousandths).padStart(4, "0");
  const text = `${digits.slice(0, -3)}.${digits.slice(-3)}`.replace(/\.?0+$/, "");
  return thousandths < 0n ? `-${text}` : text;
}

/** R7-2: '１，２３４．５', '△1,234', 'ー５', '￥100' -> '1234.5', at most 3 places. */
export function normalizeNumber(text: string): string | null {
  if (text.length > 40) return null;
  const t = text
    .normalize("NFKC")
    .trim()
    .replace(/[ー‐‑‒–—―−△▲]/g, "-")
    .replace(/、/g, ",")
    .replace(/。/g, ".");
  const parts = /^(?:([-+]?)¥?|¥([-+]))(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d*))?$/.exec(t);
  if (!parts || !(parts[3] || parts[4])) return null;
  const whole = (parts[3] ?? "").replace(/,/g, "").replace(/^0+(?=\d)/, "") || "0";
  const places = (parts[4] ?? "").replace(/0+$/, "");
  if (places.length > 3) return null;
  const size = places ? `${whole}.${places}` : whole;
  return (parts[1] ?? parts[2]) === "-" && size !== "0" ? `-${size}` : size;
}

export function formatNumber(value: string | number): string {
  const [whole = "", places = ""] = String(value).split(".");
  const rest = places.replace(/0+$/, "");
  const size = whole.replace(/\B(?=(\d{3})+$)/g, ",") + (rest && `.${rest}`);
  return size === "-0" ? "0" : size;
}

export function formatYen(yen: number): string {
  return yen < 0 ? `-¥${formatNumber(-yen)}` : `¥${formatNumber(yen)}`;
}

/** R5-7: '△1,234.5' in the columns of a printed sheet. */
export function formatYenPrint(value: number | string): string {
  return formatNumber(value).replace("-", "△");
}

export function addDecimal(...texts: string[]): string {
  return decimal(texts.reduce((sum, text) => sum + milli(text), 0n));
}

/** More than nothing. */
export const isPositive = (number: string): boolean => milli(number) > 0n;

export function compareDecimal(a: string, b: string): number {
  const difference = milli(a) - milli(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
