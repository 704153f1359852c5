import { apportion } from "./share";
import { clip, minutesOf, type Span, union, without } from "./span";

type Timed = { key: number; start: number; end: number; pauses: Span[] };

/**
 * 実働 of one person: where several cards are worked on at once, each instant is theirs in equal parts; whole
 * minutes by largest remainder, so that the cards' sum is the person's time. `within`: the day asked for.
 */
export function splitWork(works: Timed[], within: Span): Map<number, number> {
  const active = works.map((one) => ({
    key: one.key,
    spans: clip(without([[one.start, one.end]], one.pauses), within),
  }));
  const edges = [...new Set(active.flatMap(({ spans }) => spans.flat()))].sort((a, b) => a - b);
  const parts = new Map<number, number>();
  for (const [index, from] of edges.slice(0, -1).entries()) {
    const at = active.filter(({ spans }) => spans.some(([low, high]) => low <= from && from < high));
    const share = (edges[index + 1]! - from) / at.length;
    for (const { key } of at) parts.set(key, (parts.get(key) ?? 0) + share);
  }
  const keys = [...parts.keys()].sort((a, b) => a - b);
  const total = minutesOf(union(active.flatMap(({ spans }) => spans)));
  const shares = apportion(
    keys.map((key) => parts.get(key)!),
    total,
  );
  return new Map(keys.map((key, index) => [key, shares[index]!]));
}

const DAY = 86_400_000;
const TOKYO = 9 * 3_600_000;

/** Minutes by 暦日 of Tokyo, and all of them at the day on which the shift began. */
export function acrossMidnight(start: number, end: number, breaks: Span[]) {
  const spans = without([[start, end]], breaks);
  const first = Math.floor((start + TOKYO) / DAY);
  const last = Math.floor((end - 1 + TOKYO) / DAY);
  const by_calendar = Array.from({ length: last - first + 1 }, (_, n): number => {
    const midnight = (first + n) * DAY - TOKYO;
    return minutesOf(clip(spans, [midnight, midnight + DAY]));
  });
  return { by_calendar, by_shift_day: minutesOf(spans) };
}
