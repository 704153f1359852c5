import { expect, test } from "vitest";
import { type Act } from "~/lib/vocabulary/scan";
import { goodLeft, wordsFor } from "./ask";
import { optimisticSummary } from "./optimistic";
import {
  actLabel,
  type CardSummary,
  cautionText,
  doneAt,
  factsText,
  happened,
  misplaced,
  movedSince,
  movesFirst,
  offered,
  resolveAct,
  stateText,
} from "./scan";
import { scanItem, storedItem } from "./scan.schema";

const card: CardSummary = {
  key: 7,
  id: "1007",
  name: "ブラケットA",
  buyer_name: "田中産業機械株式会社",
  drawing_no: null,
  num_items: "100",
  num_left: "100",
  num_rest: "100",
  unit: "個",
  delivery_date: null,
  is_urgent: false,
  group_id: 3,
  status: "切断",
  state: "none",
  worker_ids: [],
  workers: "",
  is_unmanned: false,
  runs_unmanned: false,
  next: "曲げ",
  drawing: null,
  revision_note: null,
  half: null,
  product_id: 5,
  own_items: [],
  cautions: [
    { group_id: 3, label: "切断", text: "バリに注意" },
    { group_id: 4, label: "曲げ", text: "矢印の向き" },
  ],
};
test("who says the time on 日報 comes back to what was typed, and goes on with it", () => {
  const words = wordsFor({ left: ["1件"], left_end: ["17:00 で終わりにしますか。"] }, "finish", undefined);
  expect(words).toContainEqual({ text: "日報で回答したので、完了する", fields: { left: "" } });
});

test("a card is told as on the board: commas, the weekday, and 途中 where some was counted and left", () => {
  const half: CardSummary = {
    ...card,
    num_items: "4300",
    num_left: "2150",
    num_rest: "4300",
    delivery_date: "2026-11-22",
    drawing_no: "TNK-0090",
  };
  expect(factsText(half)).toBe("4,300個　残り 2,150　納期 2026/11/22(日)　図番 TNK-0090");
  expect(factsText(card)).toBe("100個");
  expect([
    stateText(half),
    stateText(card),
    stateText({ ...half, state: "working", workers: "井上" }),
  ]).toEqual(["途中", "未着手", "作業中：井上"]);
});

test("a card at rest offers 着手, 完了 and 次の工程へ; one being worked on only 完了 and 中断", () => {
  expect(offered(card, 2)).toEqual(["start", "finish", "next"]);
  expect(offered({ ...card, next: null }, 2)).toEqual(["start", "finish"]);
  const working: CardSummary = { ...card, state: "working", worker_ids: [2], workers: "上田" };
  expect(offered(working, 2)).toEqual(["finish", "pause"]);
  expect(offered(working, null)).toEqual(["finish", "pause"]);
  expect(offered({ ...working, state: "paused" }, 2)).toEqual(["resume", "finish"]);
  expect(offered({ ...card, state: "off" }, 2)).toEqual([]);
});

test("where machines run by themselves, 無人運転 is offered to whoever is there, and the way back from it", () => {
  const machine: CardSummary = { ...card, runs_unmanned: true };
  expect(offered(machine, 1)).toEqual(["start", "finish", "unmanned", "next"]);
  expect(offered(card, 1)).not.toContain("unmanned");
  const manned: CardSummary = { ...machine, state: "working", worker_ids: [1], workers: "井上" };
  expect(offered(manned, 1)).toEqual(["finish", "pause", "unmanned"]);
  expect([machine, manned].map((one) => actLabel("unmanned", one))).toEqual([
    "無人運転で着手",
    "無人運転にする",
  ]);
  const alone = optimisticSummary(manned, "unmanned", { worker_id: 1, name: "井上" }, []);
  expect(alone).toMatchObject({
    state: "working",
    worker_ids: [],
    workers: "井上（無人）",
    is_unmanned: true,
  });
  expect(offered(alone, 1)).toEqual(["finish", "pause", "start"]);
  expect(actLabel("start", alone)).toBe("人の作業にする");
  expect(resolveAct("unmanned", alone, 1)).toBe("このカードは無人運転できません。");
  // A colleague takes over from the machine, or joins who stands beside it.
  const ueda = { worker_id: 2, name: "上田" };
  const taken = optimisticSummary(alone, "start", ueda, []);
  expect(taken).toMatchObject({ state: "working", worker_ids: [2], workers: "上田", is_unmanned: false });
  const beside: CardSummary = { ...alone, worker_ids: [2], workers: "井上（無人）、上田" };
  expect(actLabel("start", beside)).toBe("いっしょに着手");
  expect(optimisticSummary(beside, "start", { worker_id: 3, name: "江口" }, []).is_unmanned).toBe(true);
  const both: CardSummary = { ...manned, worker_ids: [1, 2], workers: "井上、上田" };
  expect(optimisticSummary(both, "unmanned", null, [])).toMatchObject({
    worker_ids: [],
    workers: "井上（無人）",
  });
});

test("the device foresees a half-finished lot going on without its rest, or with it", () => {
  const half: CardSummary = { ...card, num_left: "60", half: { rest: "60", divisible: true } };
  const steps = [
    { group_id: 3, label: "切断", role: "work", runs_unmanned: false },
    { group_id: 4, label: "曲げ", role: "work", runs_unmanned: true },
  ];
  expect(optimisticSummary(half, "next", null, steps, { rest: "divide" })).toMatchObject({
    group_id: 4,
    num_items: "40",
    num_left: "40",
    num_rest: "40",
    half: null,
  });
  expect(optimisticSummary(half, "next", null, steps, { rest: "all" })).toMatchObject({
    group_id: 4,
    num_items: "100",
    num_left: "100",
    half: null,
  });
  expect([
    movesFirst("start", true),
    movesFirst("finish", false),
    movesFirst("finish", true),
    movesFirst("pause", true),
    movesFirst("next", false),
  ]).toEqual([true, true, false, false, false]);
});

test("良品 follows what is defective and half done", () => {
  expect([
    goodLeft("30", "3", ""),
    goodLeft("30", "3", "2.5"),
    goodLeft("30", "40", ""),
    goodLeft("30", "x", ""),
  ]).toEqual(["27", "24.5", "0", "30"]);
});

test("another worker can join", () => {
  const working: CardSummary = { ...card, state: "working", worker_ids: [2], workers: "上田" };
  expect(offered(working, 3)).toEqual(["finish", "pause", "start"]);
  expect(actLabel("start", working)).toBe("いっしょに着手");
  expect(actLabel("next", card)).toBe("次の工程へ（曲げ）");
});

test("an operation's code does what fits the card, and says so where nothing does", () => {
  const working: CardSummary = { ...card, state: "working", worker_ids: [2] };
  expect(resolveAct("start", card, 2)).toBe("start");
  expect(resolveAct("start", { ...working, state: "paused" }, 2)).toBe("resume");
  expect(resolveAct("start", { ...working, state: "paused" }, 3)).toBe("start");
  expect(resolveAct("start", working, 2)).toBe("このカードは、すでに着手しています。");
  expect(resolveAct("pause", card, 2)).toBe("このカードは作業中ではありません。");
  expect(resolveAct("pause", { ...working, state: "paused" }, 2)).toBe(
    "このカードは、すでに中断しています。",
  );
  expect(resolveAct("finish", { ...card, state: "off", status: "出荷済み" }, 2)).toBe(
    "このカードは「出荷済み」です。作業はできません。",
  );
});

test("a card elsewhere is asked about in plain words", () => {
  expect(misplaced({ group_id: 7, status: "検査" }, 4, "研磨")).toBe(
    "このカードは「検査」にあります。「研磨」に移しますか。",
  );
  expect(misplaced({ group_id: 4, status: "研磨" }, 4, "研磨")).toBeNull();
  expect(misplaced({ group_id: 7, status: "検査" }, null, undefined)).toBeNull();
});

test("without a network the device knows what its own scans have made of a card", () => {
  const ueda = { worker_id: 2, name: "上田" };
  const processes = ["切断", "曲げ", "検査"].map((label, index) => ({
    group_id: index + 3,
    label,
    role: "work",
    runs_unmanned: false,
  }));
  const after = (of: CardSummary, act: Act, given = {}) => optimisticSummary(of, act, ueda, processes, given);
  const begun = after(card, "start");
  expect(begun).toMatchObject({ state: "working", workers: "上田", worker_ids: [2] });
  expect(offered(begun, 2)).toEqual(["finish", "pause"]);
  const paused = after(begun, "pause");
  expect(offered(paused, 2)).toEqual(["resume", "finish"]);
  expect(after(after(paused, "resume"), "finish")).toMatchObject({
    state: "none",
    workers: "",
    status: "曲げ",
    group_id: 4,
    next: "検査",
  });
  expect(after(begun, "finish", { num_good: "30", num_partial: "20" })).toMatchObject({
    state: "none",
    status: "切断",
    num_left: "50",
  });
  // Half of it was done here before: the next process has all of it to do, but for the defective.
  expect(
    after({ ...begun, num_left: "50" }, "finish", { num_good: "47.5", num_defective: "2.5" }),
  ).toMatchObject({ status: "曲げ", num_left: "97.5", num_rest: "97.5" });
  expect(after(begun, "finish", { num_good: "60", shortage: "divide" })).toMatchObject({
    num_items: "60",
    num_left: "60",
  });
  expect(after(after(after(card, "next"), "next"), "next")).toMatchObject({ status: "検査", next: null });
});

test("a device whose clock is a day off still tells when a scan happened", () => {
  const now = "2026-11-21T03:00:00.000Z";
  for (const hours of [-24, 0, 24]) {
    const clock = (minutes: number) =>
      new Date(Date.parse(now) + hours * 3_600_000 - minutes * 60_000).toISOString();
    expect(happened(clock(90), clock(0), now)).toBe("2026-11-21T01:30:00.000Z");
  }
});

test("no scan lies in the future, nor before what the card's log tells, nor weeks back", () => {
  const now = "2026-11-21T03:00:00.000Z";
  expect(happened("2026-11-21T04:00:00.000Z", "2026-11-21T03:00:00.000Z", now)).toBe(now);
  expect(happened("2026-11-21T01:00:00.000Z", now, now, "2026-11-21T02:00:00.000Z")).toBe(
    "2026-11-21T02:00:00.000Z",
  );
  expect(happened("2020-01-01T00:00:00.000Z", now, now)).toBe("2026-11-14T03:00:00.000Z");
});

test("a scan from before a card was moved says so", () => {
  expect(movedSince({ group_id: 7, status: "検査" }, { group_id: 3, status: "切断" })).toBe(
    "読み取ったときは「切断」にありましたが、今は「検査」にあります。",
  );
  expect(movedSince({ group_id: 3, status: "切断" }, { group_id: 3, status: "切断" })).toBeNull();
  expect(movedSince({ group_id: 3, status: "切断" }, null)).toBeNull();
});

test("QR注意書き is read where a card stands, before it goes into the process chosen, and once it has passed on", () => {
  expect(cautionText(card, null)).toBe("「切断」の注意書き：バリに注意");
  expect(cautionText(card, 4)).toBe("「切断」の注意書き：バリに注意　「曲げ」の注意書き：矢印の向き");
  expect(cautionText({ ...card, group_id: 7 }, 7)).toBe("");
  expect(doneAt("start", "ブラケットA", card)).toBe("「ブラケットA」に着手しました");
  expect(doneAt("next", "ブラケットA", { ...card, group_id: 4 })).toBe(
    "「ブラケットA」を次の工程へ進めました。「曲げ」の注意書き：矢印の向き",
  );
  expect(doneAt("finish", "ブラケットA", null)).toBe("「ブラケットA」を完了しました");
});

test("a scan kept for a decision reads back as it was sent, whatever it held", () => {
  const sent = scanItem.parse({
    client_id: "device-1",
    act: "finish",
    card: "1007",
    group_id: "3",
    worker_id: "7",
    device_time: "2026-11-21T09:30",
    queued: "on",
    seen: { group_id: 2, status: "切断" },
    tokens: ["C.7.abc"],
    move: "on",
    rest: "divide",
    num_good: "1,200",
    num_defective: "0.5",
    reason_id: "4",
    reason: "キズ\n2か所",
    shortage: "short",
  });
  expect(storedItem({ item: JSON.parse(JSON.stringify(sent)) })).toEqual(sent);
  const least = scanItem.parse({ client_id: "device-2", act: "next" });
  expect(storedItem({ item: JSON.parse(JSON.stringify(least)) })).toEqual(least);
  expect(storedItem({ item: { ...least, rest: "kept by another version" } })).toBeNull();
});
