import { expect, test } from "vitest";
import { sumOf, wordsFor } from "./ask";
import { type Memory, memoryCookie, memoryIn, staying, stayOf, withWorker } from "./station";

const NOW = 1_800_000_000_000;
const EMPTY = { worker_id: null, until: 0, group_id: null, pass: null, stay: null, usual: 30 };

test("a device remembers process and worker, the worker for thirty minutes", () => {
  const chosen = withWorker({ ...EMPTY, group_id: 3 }, 5, "k1.abc", NOW);
  const cookie = `other=1; ${memoryCookie(chosen, false).split(";")[0]}`;
  expect(memoryIn(cookie, NOW)).toEqual(chosen);
  expect(memoryIn(cookie, NOW + 30 * 60_000 - 1).worker_id).toBe(5);
  expect(memoryIn(cookie, NOW + 30 * 60_000)).toEqual({ ...EMPTY, group_id: 3 });
});

test("a shared tablet stays one; broken and missing memories are empty", () => {
  expect(memoryIn(memoryCookie({ ...EMPTY, stay: 0 }, true).split(";")[0]!, NOW).stay).toBe(0);
  for (const text of [null, "", "koba-station=", "koba-station=w=x&u=9e9&g=-1"])
    expect(memoryIn(text, NOW)).toEqual(EMPTY);
  expect(memoryCookie({ ...EMPTY, group_id: 2 }, true)).toMatch(/^koba-station=g=2; Path=\/s; .*Secure$/);
});

test("a device is set to how long it remembers a worker, from now on; what is no choice changes nothing", () => {
  const chosen = withWorker(EMPTY, 5, "k1.abc", NOW);
  const long = staying(chosen, "480", NOW + 60_000);
  expect(long).toEqual({ ...chosen, stay: 480, until: NOW + 60_000 + 480 * 60_000 });
  expect(memoryIn(memoryCookie(long, true).split(";")[0]!, NOW + 479 * 60_000)).toEqual(long);
  expect(staying(chosen, "0", NOW)).toMatchObject({ stay: 0, worker_id: 5 });
  for (const text of ["7", "", null, undefined]) expect(staying(chosen, text, NOW)).toEqual(chosen);
});

test("without a choice of its own a device follows the factory, also on a page that only has the cookie", () => {
  const shared = { ...EMPTY, usual: 0 };
  const cookie = (memory: Memory) => memoryIn(memoryCookie(memory, true).split(";")[0]!, NOW);
  expect([stayOf(cookie(shared)), stayOf(cookie({ ...shared, usual: 480 })), stayOf(cookie(EMPTY))]).toEqual([
    0, 480, 30,
  ]);
  const own = staying(shared, "15", NOW);
  expect([own.stay, stayOf(cookie(own)), staying(own, "0", NOW).stay]).toEqual([15, 15, null]);
  expect(withWorker({ ...EMPTY, usual: 480 }, 5, null, NOW).until).toBe(NOW + 480 * 60_000);
});

test("the sum is told as quantities are typed, exactly", () => {
  expect(sumOf("200", "194", "3", "")).toMatchObject({ text: "合計 197 / 200、残り 3", rest: 3000, over: 0 });
  expect(sumOf("0.3", "0.1", "0.2", "0")).toMatchObject({ text: "合計 0.3 / 0.3", rest: 0, over: 0 });
  expect(sumOf("100", "101", "", "")).toMatchObject({ text: "合計 101 / 100、1 多い", over: 1000 });
  for (const bad of ["x", "1.2345", "-1", "1e3"]) expect(sumOf("100", bad, "", "").wrong).toBe(true);
});

test("a refused scan comes with the buttons that answer it", () => {
  expect(wordsFor({ move: ["…"] }, "start", "研磨")).toEqual([
    { text: "「研磨」に移して着手", fields: { move: "on" } },
  ]);
  expect(wordsFor({ shortage: ["…"] }, "finish", undefined).map((word) => word.fields)).toEqual([
    { shortage: "divide" },
    { shortage: "short" },
  ]);
  expect(wordsFor({ detail: [] }, "start", undefined)).toEqual([]);
});
