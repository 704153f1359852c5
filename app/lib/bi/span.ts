/** From and to in milliseconds, the end left out. */
export type Span = readonly [from: number, to: number];

const MINUTE = 60_000;

const isSome = ([from, to]: Span) => to > from;

export const clip = (spans: Span[], [low, high]: Span): Span[] =>
  spans.map(([from, to]): Span => [Math.max(from, low), Math.min(to, high)]).filter(isSome);

/** Touching ones become one; in their order. */
export function union(spans: Span[]): Span[] {
  const joined: [number, number][] = [];
  for (const [from, to] of spans.filter(isSome).sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** Both are walked once, side by side: a day may hold hundreds. */
export function without(spans: Span[], cuts: Span[]): Span[] {
  const gone = union(cuts);
  let at = 0;
  return union(spans).flatMap(([from, to]) => {
    const left: Span[] = [];
    let start = from;
    while (at < gone.length && gone[at]![1] <= from) at++;
    for (let next = at; next < gone.length && gone[next]![0] < to; next++) {
      left.push([start, gone[next]![0]]);
      start = gone[next]![1];
    }
    return [...left, [start, to] as const].filter(isSome);
  });
}

/** Whether some time lies in both. */
export const meet = (some: Span[], others: Span[]): boolean =>
  some.some(([from, to]) => others.some(([start, end]) => Math.min(to, end) > Math.max(from, start)));

export const minutesOf = (spans: Span[]): number =>
  Math.floor(spans.reduce((sum, [from, to]) => sum + to - from, 0) / MINUTE);
