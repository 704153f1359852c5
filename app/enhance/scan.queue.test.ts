// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { beforeEach, expect, test, vi } from "vitest";
import type { CardSummary } from "~/lib/scan/scan";
import type { ScanResult } from "~/lib/scan/scan.schema";
import { type Asked, json, rest, server } from "./browser.testing";
import type { Line } from "./scan.drain";
import { flush, removeUnsent, send } from "./scan.queue";
import {
  addScan,
  cardsOfProduct,
  countScans,
  dropScans,
  forgetOthers,
  keepCards,
  queuedScans,
  seenCard,
  waitingOf,
} from "./scan.store";

type Sent = { client_id: string; queued?: true };
const items = ({ body }: Asked) => (JSON.parse(body.get("body")!) as { items: Sent[] }).items;
const ids = (asked: Asked) => items(asked).map(({ client_id }) => client_id);
const scan = (client_id: string, company = "yamada") => ({ company, item: { client_id, act: "start" } });
const answers = (sent: Sent[], result: string | ((one: Sent) => string) = "done") =>
  json({
    items: sent.map((one) => ({
      client_id: one.client_id,
      result: typeof result === "string" ? result : result(one),
    })),
  });

let lines: [Line, number, number][];
let results: string[];
const told = {
  line: (...said: [Line, number, number]) => void lines.push(said),
  result: (result: ScanResult) => void results.push(`${result.client_id} ${result.result}`),
};
const sendNow = (id: string) => send(scan(id), true, "yamada", undefined, told);
const kept = async () => (await queuedScans()).map(({ item }) => item.client_id);

/** One tab at a time, as a browser keeps its locks. */
function locks() {
  let last: Promise<unknown> = Promise.resolve();
  let held = 0;
  const hold = async (run: (lock: object | null) => unknown) => {
    held++;
    try {
      return await run({});
    } finally {
      held--;
    }
  };
  const request = (
    _: string,
    options: { ifAvailable?: true } | (() => unknown),
    run?: (lock: object | null) => unknown,
  ) => {
    if (typeof options !== "function") return Promise.resolve(held ? run!(null) : hold(run!));
    const next = last.then(() => hold(options));
    last = next.catch(() => {});
    return next;
  };
  vi.stubGlobal("navigator", { ...navigator, onLine: true, locks: { request } });
}
const line = (onLine: boolean) => vi.stubGlobal("navigator", { onLine, locks: undefined });

beforeEach(async () => {
  vi.useRealTimers();
  [lines, results] = [[], []];
  line(true);
  await dropScans((await queuedScans()).map(({ seq }) => seq!));
  await forgetOthers(null);
});

test("a scan is on the device before it is sent, and gone once the server has answered", async () => {
  let before: string[] = [];
  server(async (asked) => {
    before = await kept();
    return answers(items(asked));
  });
  expect(await sendNow("a")).toMatchObject({ client_id: "a", result: "done" });
  expect([before, await countScans(), results, lines.at(-1)]).toEqual([
    ["a"],
    0,
    ["a done"],
    ["online", 0, 0],
  ]);
});

test("without a connection a scan waits, said at once; with one all go, the oldest first", async () => {
  const asked = server((one) => answers(items(one)));
  line(false);
  expect([
    await send(scan("a"), false, "yamada", undefined, told),
    await send(scan("b"), false, "yamada", undefined, told),
  ]).toEqual([null, null]);
  await flush("yamada", undefined, told);
  expect([asked.length, lines.at(-1)]).toEqual([0, ["offline", 2, 0]]);
  line(true);
  await flush("yamada", "operator", told);
  expect([asked.map(ids), asked[0]!.body.get("acting_for"), await countScans(), lines.at(-1)]).toEqual([
    [["a", "b"]],
    "operator",
    0,
    ["online", 0, 0],
  ]);
  expect(items(asked[0]!).every(({ queued }) => queued)).toBe(true);
});

test("an answer that is lost loses no scan: it goes again under the same number", async () => {
  let lost = true;
  const asked = server((one) => (lost ? new TypeError("cut") : answers(items(one))));
  expect(await sendNow("a")).toBeNull();
  expect([await kept(), lines.at(-1)]).toEqual([["a"], ["offline", 1, 0]]);
  lost = false;
  await flush("yamada", undefined, told);
  expect([asked.map(ids), await countScans()]).toEqual([[["a"], ["a"]], 0]);
});

test("whoever is signed out is told so, and nothing is lost; so with a server that fails", async () => {
  for (const [status, said] of [
    [401, "signed out"],
    [403, "signed out"],
    [500, "offline"],
    [503, "offline"],
  ] as const) {
    server(() => json({}, status));
    await addScan(scan(String(status)));
    await flush("yamada", undefined, told);
    expect(lines.at(-1)![0]).toBe(said);
  }
  expect(await countScans()).toBe(4);
});

test("a day's scans go in posts of 25, none twice, though the line is cut between two", async () => {
  for (let at = 0; at < 60; at++) await addScan(scan(`s${String(at).padStart(2, "0")}`));
  let posts = 0;
  const asked = server((one) => (++posts === 2 ? new TypeError("cut") : answers(items(one))));
  await flush("yamada", undefined, told);
  expect([await countScans(), lines.at(-1)]).toEqual([35, ["offline", 35, 0]]);
  await flush("yamada", undefined, told);
  expect(asked.map((one) => ids(one).length)).toEqual([25, 25, 25, 10]);
  expect([ids(asked[1]!), results.length, new Set(results).size, await countScans()]).toEqual([
    ids(asked[2]!),
    60,
    60,
    0,
  ]);
});

test("another company's scans stay, are not sent, and are counted apart", async () => {
  const asked = server((one) => answers(items(one)));
  await addScan(scan("theirs", "sato"));
  expect(await sendNow("ours")).toMatchObject({ result: "done" });
  expect([asked.map(ids), await kept(), lines.at(-1)]).toEqual([[["ours"]], ["theirs"], ["online", 0, 1]]);
});

test("a refusal is the answer of whoever waits for it; nobody's refusal is sent again, as kept, and becomes a conflict", async () => {
  const asked = server((one) => answers(items(one), ({ queued }) => (queued ? "conflict" : "refused")));
  expect(await sendNow("a")).toMatchObject({ result: "refused" });
  expect(await countScans()).toBe(0);

  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let late: () => void = () => {};
  const slow = new Promise<void>((done) => {
    late = done;
  });
  const again = server(async (one) => {
    if (!items(one)[0]!.queued) await slow;
    return answers(items(one), ({ queued }) => (queued ? "conflict" : "refused"));
  });
  const waits = sendNow("b");
  await vi.waitUntil(() => again.length === 1);
  vi.advanceTimersByTime(3_000);
  expect(await waits).toBeNull();
  late();
  await flush("yamada", undefined, told);
  expect(again.map(items)).toEqual([
    [expect.objectContaining({ client_id: "b" })],
    [expect.objectContaining({ client_id: "b", queued: true })],
  ]);
  expect([asked.length, results.at(-1), await countScans()]).toEqual([1, "b conflict", 0]);
});

test("a scan behind others that wait is not waited for", async () => {
  await addScan(scan("a"));
  const asked = server((one) => answers(items(one)));
  expect(await sendNow("b")).toBeNull();
  await vi.waitUntil(async () => (await countScans()) === 0);
  expect(asked.map(ids)).toEqual([["a", "b"]]);
});

test("what waits can be taken back; what may be on its way can't", async () => {
  for (const begin of [() => line(true), locks]) {
    begin();
    await addScan(scan("a"));
    expect([await removeUnsent("a"), await removeUnsent("a"), await countScans()]).toEqual([true, false, 0]);
    let go: () => void = () => {};
    const held = new Promise<void>((done) => {
      go = done;
    });
    const asked = server(async (one) => {
      await held;
      return answers(items(one));
    });
    const waits = sendNow("b");
    await vi.waitUntil(() => asked.length === 1);
    expect([await removeUnsent("b"), await kept()]).toEqual([false, ["b"]]);
    go();
    expect(await waits).toMatchObject({ result: "done" });
  }
});

test("what is sent at the same time, in one tab or by two, is sent once", async () => {
  for (const [id, begin] of [
    ["a", () => line(true)],
    ["b", locks],
  ] as const) {
    begin();
    const asked = server(async (one) => {
      await rest(5);
      return answers(items(one));
    });
    await addScan(scan(id));
    await Promise.all([flush("yamada", undefined, told), flush("yamada", undefined, told)]);
    expect(asked.map(ids)).toEqual([[id]]);
  }
  expect(results).toEqual(["a done", "b done"]);
});

const card = (key: number, more: Partial<CardSummary> = {}) =>
  ({ key, id: `K-${key}`, name: "蓋", state: "none", product_id: 7, ...more }) as CardSummary;

test("a card is known by its key and its number, to its own company alone", async () => {
  await keepCards("yamada", [card(1), card(2, { name: "軸" })]);
  expect([
    (await seenCard("yamada", { key: 2 }))?.name,
    (await seenCard("yamada", { id: "K-1" }))?.key,
  ]).toEqual(["軸", 1]);
  expect([
    await seenCard("sato", { key: 2 }),
    await seenCard("sato", { id: "K-1" }),
    await seenCard("yamada", { id: "K-3" }),
  ]).toEqual([null, null, null]);
});

test("of a product's cards those are offered that can be worked on", async () => {
  await keepCards("yamada", [card(1), card(2, { state: "off" }), card(3, { product_id: 8 })]);
  await keepCards("sato", [card(4)]);
  expect((await cardsOfProduct("yamada", 7)).map(({ key }) => key)).toEqual([1]);
});

test("the next company at the device finds no cards of the last one; what that one has not sent stays", async () => {
  await keepCards("sato", [card(1)]);
  await keepCards("yamada", [card(2)]);
  await addScan(scan("theirs", "sato"));
  await forgetOthers("yamada");
  expect([
    await seenCard("sato", { key: 1 }),
    (await seenCard("yamada", { key: 2 }))?.key,
    (await waitingOf("sato")).length,
  ]).toEqual([null, 2, 1]);
});
