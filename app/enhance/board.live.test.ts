// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { show } from "./browser.testing";

const refreshColumns = vi.fn(async (_: string[]) => {});
const refreshChanged = vi.fn(async () => {});
vi.mock("./board.fresh", () => ({
  board: () => document.querySelector(".board"),
  refreshColumns,
}));
vi.mock("./board.pulse", () => ({ refreshChanged }));

class Source extends EventTarget {
  static readonly CLOSED = 2;
  static open: Source[] = [];
  readyState = 1;
  constructor(readonly url: string) {
    super();
    Source.open.push(this);
  }
  close() {
    Source.open = Source.open.filter((each) => each !== this);
  }
  send(kind: string, data: object) {
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }));
  }
}
class Channel {
  static all: Channel[] = [];
  sent: object[] = [];
  onmessage?: (event: { data: object }) => void;
  constructor() {
    Channel.all.push(this);
  }
  postMessage(data: object) {
    this.sent.push(data);
  }
  close() {}
}
vi.stubGlobal("EventSource", Source);
vi.stubGlobal("BroadcastChannel", Channel);
const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
vi.useFakeTimers();
vi.spyOn(Math, "random").mockReturnValue(0.5);
let unread = 0;
addEventListener("unread", () => unread++);

const sight = (value: DocumentVisibilityState) => {
  state.mockReturnValue(value);
  document.dispatchEvent(new Event("visibilitychange"));
};
const stream = () => Source.open[0]!;
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const { listen } = await import("./board.live");
listen();

beforeEach(() => {
  vi.clearAllMocks();
  unread = 0;
  show(
    `<div class="board"><section data-column="2"><article id="card-7"></article></section><section data-column="3"><article id="card-8"></article><article id="card-9"></article></section></div>`,
  );
  sight("visible");
});
// Two busy looks later the board is at rest again.
afterEach(() => wait(10_000));

test("a board in sight has a stream, one out of sight none", () => {
  expect(Source.open.map(({ url }) => url)).toEqual(["/chat/stream?board"]);
  sight("visible");
  expect(Source.open).toHaveLength(1);
  sight("hidden");
  expect(Source.open).toEqual([]);
  dispatchEvent(new Event("pageshow"));
  expect(Source.open).toEqual([]);
  sight("visible");
  dispatchEvent(new Event("pagehide"));
  expect(Source.open).toEqual([]);
});

test("a stream that a restarting server refused is opened again, and what was missed is looked at", async () => {
  const refused = stream();
  refused.readyState = Source.CLOSED;
  refused.close();
  refused.dispatchEvent(new Event("error"));
  expect(Source.open).toEqual([]);
  await wait(10_000);
  expect(Source.open).toHaveLength(1);
  expect(refreshChanged).not.toHaveBeenCalled();
  stream().dispatchEvent(new Event("open"));
  await wait(1000);
  expect(refreshChanged).toHaveBeenCalledTimes(1);
});

test("a stream that broke off and came back by itself looks at what was missed", async () => {
  sight("hidden");
  sight("visible");
  stream().dispatchEvent(new Event("open"));
  await wait(1000);
  expect(refreshChanged).not.toHaveBeenCalled();
  stream().dispatchEvent(new Event("error"));
  stream().dispatchEvent(new Event("open"));
  await wait(1000);
  expect(refreshChanged).toHaveBeenCalledTimes(1);
});

test("a refused stream is not asked for again once the board is out of sight", async () => {
  const refused = stream();
  refused.readyState = Source.CLOSED;
  refused.close();
  refused.dispatchEvent(new Event("error"));
  sight("hidden");
  await wait(20_000);
  expect(Source.open).toEqual([]);
});

test("a change is looked at soon, and what comes together is looked at once", async () => {
  stream().send("board", {});
  stream().send("board", {});
  await wait(199);
  expect(refreshChanged).not.toHaveBeenCalled();
  await wait(1);
  expect([refreshChanged.mock.calls.length, refreshColumns.mock.calls.length]).toEqual([1, 0]);
  stream().send("board", {});
  await wait(2_900);
  expect(refreshChanged).toHaveBeenCalledOnce();
  await wait(200);
  expect(refreshChanged).toHaveBeenCalledTimes(2);
});

test("what is said of cards refreshes the columns that show them, and the dots", async () => {
  stream().send("talk", { cards: [8, 9, 100] });
  await wait(400);
  expect([refreshColumns.mock.calls, refreshChanged.mock.calls.length, unread]).toEqual([[[["3"]]], 0, 1]);
  stream().send("talk", { cards: [] });
  await wait(10_000);
  expect([refreshColumns.mock.calls.length, unread]).toEqual([1, 2]);
});

test("what one tab hears the others of the browser hear too", async () => {
  stream().send("talk", { cards: [7] });
  expect(Channel.all.at(-1)!.sent.at(-1)).toEqual({ cards: [7] });
  await wait(400);
  Channel.all.at(-1)!.onmessage!({ data: { cards: [9] } });
  await wait(10_000);
  expect(refreshColumns.mock.calls).toEqual([[["2"]], [["3"]]]);
});

test("with locks one tab holds the stream until it goes out of sight", async () => {
  sight("hidden");
  let grant: () => Promise<void> = async () => {};
  const request = vi.fn((_: string, _options: object, hold: () => Promise<void>) => {
    grant = hold;
    return new Promise(() => {});
  });
  Object.defineProperty(navigator, "locks", { configurable: true, value: { request } });
  sight("visible");
  expect([request.mock.calls[0]![0], Source.open.length]).toEqual(["koba-board", 0]);
  let held = true;
  void grant().then(() => {
    held = false;
  });
  expect(Source.open).toHaveLength(1);
  sight("hidden");
  await wait(0);
  expect([held, Source.open.length]).toEqual([false, 0]);
  Reflect.deleteProperty(navigator, "locks");
});

test("what is heard while nobody looks is left to the look on coming back", async () => {
  state.mockReturnValue("hidden");
  stream().send("talk", { cards: [8] });
  await wait(10_000);
  expect([refreshColumns.mock.calls.length, unread]).toEqual([0, 0]);
});

test("a page without a board listens to nothing", () => {
  sight("hidden");
  show("<p></p>");
  sight("visible");
  expect(Source.open).toEqual([]);
});
