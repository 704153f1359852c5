const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = DIGITS.length;
/** Digits that are counted on at either end; between two cards there are more. */
const WHOLE = 4;

const whole = (place: string): number =>
  [...place.slice(0, WHOLE).padEnd(WHOLE, "0")].reduce((n, digit) => n * BASE + DIGITS.indexOf(digit), 0);

function toBase62(n: number): string {
  let text = "";
  for (let rest = n; text.length < WHOLE; rest = Math.floor(rest / BASE)) text = DIGITS[rest % BASE] + text;
  return text.replace(/0+$/, "");
}

/** Sorts byte by byte; no position ends in 0, so that there is always one between any two. */
export function positionBetween(a: string | null, b: string | null): string {
  if (a === null && b === null) return toBase62(BASE ** WHOLE / 2);
  if (b === null && whole(a!) < BASE ** WHOLE - 1) return toBase62(whole(a!) + 1);
  if (a === null && whole(b!) > 1) return toBase62(whole(b!) - 1);
  return middle(a ?? "", b);
}

function middle(a: string, b: string | null): string {
  let same = 0;
  while (b !== null && (a[same] ?? "0") === b[same]) same++;
  if (same > 0) return b!.slice(0, same) + middle(a.slice(same), b!.slice(same));
  const [from, to] = [a ? DIGITS.indexOf(a[0]!) : 0, b === null ? BASE : DIGITS.indexOf(b[0]!)];
  if (to - from > 1) return DIGITS[Math.round((from + to) / 2)]!;
  return b !== null && b.length > 1 ? b[0]! : DIGITS[from] + middle(a.slice(1), null);
}

export const SPOT = /^(first|last|(after|before)\.[1-9]\d{0,14})$/;
export const WAY = /^(first|last|up|down|off|(after|before)\.[1-9]\d{0,14})$/;
