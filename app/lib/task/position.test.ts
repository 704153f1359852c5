import { expect, test } from "vitest";
import { positionBetween } from "./position";

/** The same numbers every time. */
function dice(seed: number) {
  let state = seed;
  return (n: number) => Math.floor(((state = (state * 48_271) % 2_147_483_647) / 2_147_483_647) * n);
}
const sound = (place: string) => /^[0-9A-Za-z]*[1-9A-Za-z]$/.test(place);

test("a card put anywhere among others stands there, whatever was put before", () => {
  const random = dice(7);
  for (let run = 0; run < 20; run++) {
    const places: string[] = [];
    for (let n = 0; n < 300; n++) {
      const at = run % 3 ? random(places.length + 1) : Math.min(places.length, random(3));
      const place = positionBetween(places[at - 1] ?? null, places[at] ?? null);
      expect(sound(place), place).toBe(true);
      places.splice(at, 0, place);
    }
    expect(places).toEqual([...places].sort());
    expect(new Set(places).size).toBe(places.length);
  }
});

test("at the head and at the end places stay short, a thousand times over", () => {
  let [head, end] = [positionBetween(null, null), positionBetween(null, null)];
  for (let n = 0; n < 1000; n++) {
    const [before, behind] = [positionBetween(null, head), positionBetween(end, null)];
    expect(before < head && behind > end).toBe(true);
    [head, end] = [before, behind];
  }
  expect(Math.max(head.length, end.length)).toBeLessThanOrEqual(4);
});

test("between two neighbours there is always one more: five hundred in the same gap take fewer than a hundred letters", () => {
  for (const side of [0, 1]) {
    let gap: [string, string] = ["V", "V001"];
    for (let n = 0; n < 500; n++) {
      const place = positionBetween(...gap);
      expect(gap[0] < place && place < gap[1] && sound(place)).toBe(true);
      gap = side ? [place, gap[1]] : [gap[0], place];
    }
    expect(gap[1 - side]!.length).toBeLessThan(110);
  }
});

test("even at the very ends of what four digits count there is room", () => {
  for (const [a, b] of [
    [null, "0001"],
    [null, "00001"],
    ["zzzz", null],
    ["zzzzzz", null],
  ] as const) {
    const place = positionBetween(a, b);
    expect(sound(place) && (a === null || a < place) && (b === null || place < b), place).toBe(true);
  }
});
