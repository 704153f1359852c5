// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import type { CardSummary } from "~/lib/scan/scan";
import type { StationData } from "~/lib/scan/scan.schema";
import { called, every, find, press, show, type } from "./browser.testing";
import { finishSheet } from "./scan.finish";
import { pauseSheet, pinSheet, reasonSheet, restSheet } from "./scan.sheet";

const card = { num_left: "200", unit: "個", status: "切断" } as CardSummary;
const reasons = [
  { reason_id: 1, kind: "defect", label: "寸法" },
  { reason_id: 2, kind: "pause", label: "昼休み" },
] as StationData["reasons"];
const field = (name: string) => find(`[name=num_${name}]`);
const fill = (values: Record<string, string>) => {
  for (const [name, text] of Object.entries(values)) type(field(name), text);
};
const sum = () => find<HTMLElement>("dialog p").textContent;
const labels = () =>
  every("dialog > div:last-of-type button, dialog > div button").map((each) => each.textContent);
const isStopped = (text: string) => (called(text) as HTMLButtonElement).disabled;
beforeEach(() => show(""));

test("完了 offers all that is left as good, and sends just that", async () => {
  const answer = finishSheet(card, true, reasons);
  expect([find("dialog").getAttribute("aria-label"), field("good").value, sum()]).toEqual([
    "完了：残り 200個",
    "200",
    "合計 200 / 200",
  ]);
  called("完了を登録").click();
  expect([await answer, every("dialog").length]).toEqual([{ num_good: "200" }, 0]);
});

test("良品 follows what is typed beside it, until it is typed itself", () => {
  void finishSheet(card, true, reasons);
  fill({ defective: "3" });
  expect([field("good").value, sum()]).toEqual(["197", "合計 200 / 200"]);
  fill({ good: "190", partial: "2" });
  expect([field("good").value, sum()]).toEqual(["190", "合計 195 / 200、残り 5"]);
  called("全数良品").click();
  expect([field("good").value, field("defective").value, field("partial").value]).toEqual(["200", "", ""]);
});

test("不良 wants its reason before it can be sent", async () => {
  const answer = finishSheet(card, true, reasons);
  fill({ defective: "3" });
  expect(isStopped("完了を登録")).toBe(true);
  expect(labels()).not.toContain("昼休み");
  called("寸法").click();
  expect([called("寸法").getAttribute("aria-pressed"), isStopped("完了を登録")]).toEqual(["true", false]);
  called("完了を登録").click();
  expect(await answer).toEqual({ num_good: "197", num_defective: "3", reason_id: "1" });
});

test("what is missing is divided or let go, not passed over", async () => {
  for (const [text, shortage] of [
    ["残りを分割して置く", "divide"],
    ["不足のまま完了する", "short"],
  ] as const) {
    const answer = finishSheet(card, true, reasons);
    fill({ good: "150" });
    expect(labels()).not.toContain("完了を登録");
    called(text).click();
    expect(await answer).toEqual({ num_good: "150", shortage });
  }
  const answer = finishSheet(card, true, reasons);
  fill({ good: "150", partial: "10" });
  called("完了を登録").click();
  expect(await answer).toEqual({ num_good: "150", num_partial: "10" });
});

test("more than planned is sent by a button of its own", async () => {
  const answer = finishSheet(card, true, reasons);
  fill({ good: "205" });
  expect([isStopped("完了を登録"), sum()]).toEqual([
    true,
    "合計 205 / 200、5 多い。残りの数を超えています。",
  ]);
  called("予定数を5超えて登録する").click();
  expect(await answer).toEqual({ num_good: "205", over: "on" });
});

test("of a card that is not known nothing is offered, and what is no number is not sent", async () => {
  const answer = finishSheet(card, false, reasons);
  expect([field("good").value, sum()]).toEqual(["", "良品を空けたままにすると、残り全部が良品になります。"]);
  fill({ good: "1.2345" });
  expect([isStopped("完了を登録"), sum()]).toEqual([true, "数を入力してください（小数は3桁まで）"]);
  called("やめる").click();
  expect(await answer).toBeNull();
});

test("the pad types into the field that was chosen; its first key replaces what was offered", () => {
  void finishSheet(card, true, reasons);
  for (const key of ["1", "9", "7"]) called(key).click();
  expect(field("good").value).toBe("197");
  field("defective").dispatchEvent(new Event("focus"));
  called("3").click();
  expect([field("defective").value, field("good").value]).toEqual(["3", "197"]);
  field("good").dispatchEvent(new Event("focus"));
  called("←").click();
  expect(field("good").value).toBe("19");
});

test("中断 asks for one of the factory's reasons, and for none where it has none", async () => {
  const answer = pauseSheet(reasons);
  expect(labels()).not.toContain("寸法");
  called("昼休み").click();
  expect(await answer).toEqual({ reason_id: "2" });
  const plain = pauseSheet([]);
  called("中断する").click();
  expect(await plain).toEqual({ reason: "中断" });
});

test("a lot that is half done is divided or goes along, as the button says", async () => {
  const answer = restSheet(card, [{ text: "残り5個もいっしょに進める", fields: { rest: "all" } }]);
  called("残り5個もいっしょに進める").click();
  expect(await answer).toEqual({ rest: "all" });
});

test("a PIN is typed on the pad or by keys, and a reason is written", async () => {
  const pin = pinSheet("井上");
  for (const key of ["4", "0", "2", "1"]) called(key).click();
  called("決定").click();
  expect(await pin).toBe("4021");
  const typed = pinSheet("井上");
  type(find("dialog input"), "77");
  press(find("dialog input"), "Enter");
  expect(await typed).toBe("77");
  const reason = reasonSheet("着手する理由");
  type(find("dialog input"), "急ぎ");
  called("登録").click();
  expect(await reason).toBe("急ぎ");
});

test("a sheet that is put away answers nothing", async () => {
  const answer = pinSheet("井上");
  find("dialog").dispatchEvent(new Event("cancel"));
  expect([await answer, every("dialog").length]).toEqual([null, 0]);
});
