import { formatNumber } from "~/lib/money/decimal";
import { dateParts } from "~/lib/time/date";

/** product §9: fills are 20 %, so that they hold on paper; each border has 3:1 against white. */
export const PALETTE = ["#1f6fb8", "#b85c00", "#c62f3b", "#0b7a75", "#8a6a00", "#66707a"] as const;
export const FILL = 0.2;
export const TITLE = 20;
export const AXIS_TITLE = 16;
export const TICK = 12;

export const HEIGHT = 264;
export const TOP = 64;
export const BOTTOM = 240;
/** Per cent of the width, so that type keeps its size however wide the drawing is. */
const LEFT = 11;
export const SHARE = 86;
/** What is stretched reckons in so many parts of the width. */
export const INNER = 1000;

/** From the seventh series on the colours come again, with another pattern. */
export const colour = (at: number): string => PALETTE[at % PALETTE.length]!;
export const across = (part: number): string => `${round(LEFT + part * SHARE)}%`;
export const wide = (part: number): string => `${round(part * SHARE)}%`;
export const round = (value: number): number => Math.round(value * 10) / 10;
export const whole = (part: number): number => Math.round(part * INNER);

/** Letters that are read over a pattern or a line. */
export const HALO = { paintOrder: "stroke", stroke: "#fff", strokeWidth: 3 } as const;

/** Values stand at all bars while there are so many. */
export const MANY = 12;
/** So many characters fit side by side on a phone. */
const ROOM = 48;

/** 1.2万: what stands at an axis has room for five characters. */
export function brief(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e8) return `${round(value / 1e8)}億`;
  if (size >= 1e4) return `${round(value / 1e4)}万`;
  return formatNumber(size >= 1000 ? Math.round(value) : round(value));
}

/** Which of these values are printed: all where they fit, else the largest and the last. */
export function isPrinted(values: number[]): (at: number) => boolean {
  const width = Math.max(0, ...values.map((value) => brief(value).length));
  if (values.length <= MANY && width * values.length <= ROOM) return () => true;
  const largest = values.indexOf(Math.max(...values));
  return (at) => at === largest || at === values.length - 1;
}

/** Every k-th of so many, always the last. */
export const isThinned = (at: number, count: number, most: number): boolean =>
  (count - 1 - at) % Math.ceil(count / most) !== 0;

/** Of 寸法不良 beneath one of many bars: 寸法不 and 良; what three lines don't hold ends in …. */
export function namedLines(label: string, count: number): string[] {
  const most = Math.max(2, Math.floor(24 / count));
  const letters = [...label];
  const cut = letters.length > most * 3 ? [...letters.slice(0, most * 3 - 1), "…"] : letters;
  return Array.from({ length: Math.ceil(cut.length / most) }, (_, at) =>
    cut.slice(at * most, (at + 1) * most).join(""),
  );
}

export const shortened = (label: string, most: number): string =>
  [...label].length > most ? `${[...label].slice(0, most - 1).join("")}…` : label;

export function shortDay(day: string): string {
  const { month, day: date } = dateParts(day);
  return `${month}/${date}`;
}
