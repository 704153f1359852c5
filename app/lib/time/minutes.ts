export type Pause = { pause_start: string; pause_end: string | null };
type Timed = { work_start: string | null; work_end: string | null; pauses: Pause[] };

/** An hour at two cards at once is one hour; a pause at a card is none at the other. */
export function minutesAtWork(works: Timed[], from: string, now: string): number {
  const [low, high] = [Date.parse(from), Date.parse(now)];
  const parts = works
    .flatMap(({ work_start, work_end, pauses }) => {
      const stops = pauses
        .map((one) => [Date.parse(one.pause_start), Date.parse(one.pause_end ?? now)] as const)
        .sort((a, b) => a[0] - b[0]);
      const end = Date.parse(work_end ?? now);
      let at = Date.parse(work_start ?? now);
      const pieces: [number, number][] = [];
      for (const [stop, on] of stops) {
        pieces.push([at, Math.min(stop, end)]);
        at = Math.max(at, on);
      }
      return [...pieces, [at, end] as [number, number]];
    })
    .map(([a, b]): [number, number] => [Math.max(a, low), Math.min(b, high)])
    .filter(([a, b]) => b > a)
    .sort((a, b) => a[0] - b[0]);
  let [sum, reached] = [0, 0];
  for (const [a, b] of parts) {
    sum += Math.max(0, b - Math.max(a, reached));
    reached = Math.max(reached, b);
  }
  return Math.floor(sum / 60000);
}

export function minutesText(minutes: number | null): string {
  if (minutes === null) return "―";
  return minutes < 60
    ? `${minutes}分`
    : `${Math.floor(minutes / 60)}時間${minutes % 60 ? `${minutes % 60}分` : ""}`;
}

/** As a time sheet writes it in a narrow column: 90 is 1:30. */
export const minutesBrief = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
