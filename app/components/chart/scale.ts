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

export const across = (part: number): string => `${round(LEFT + part * SHARE)}%`;
export const round = (value: number): number => Math.round(value * 10) / 10;

/** 1.2万: what stands at an axis has room for five characters. */
export function brief(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e8) return `${round(value / 1e8)}億`;
  return size >= 1e4 ? `${round(value / 1e4)}万` : formatNumber(round(value));
}

/** Every k-th of so many, always the last. */
export const isThinned = (at: number, count: number, most: number): boolean =>
  (count - 1 - at) % Math.ceil(count / most) !== 0;

export function shortDay(day: string): string {
  const { month, day: date } = dateParts(day);
  return `${month}/${date}`;
}
