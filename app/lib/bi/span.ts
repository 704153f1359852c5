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

export function without(spans: Span[], cuts: Span[]): Span[] {
  let left = union(spans);
  for (const [from, to] of union(cuts))
    left = left.flatMap(([a, b]): Span[] =>
      [[a, Math.min(b, from)] as const, [Math.max(a, to), b] as const].filter(isSome),
    );
  return left;
}

export const minutesOf = (spans: Span[]): number =>
  Math.floor(spans.reduce((sum, [from, to]) => sum + to - from, 0) / MINUTE);
