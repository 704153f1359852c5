import { expect, test } from "vitest";
import { zipNames } from "~/lib/file/archive.server";
import { fileWord } from "~/lib/text/file.name";
import { editionOf, fileEnd, fileNames } from "./archive";
import { historyCsv, indexCsv } from "./archive.index";
import { zipOf } from "./zip.server";

const named = (partner_name: string, amount: number | null = 110000, number = "S2210-0001") => ({
  kind: "invoice" as const,
  revision: 1,
  day: "2022-10-31",
  partner_name,
  amount,
  number,
});

test("a file is named by date, partner and amount (R3-6)", () => {
  expect(fileNames([named("(株)国税商事")])).toEqual(["20221031_(株)国税商事_110000"]);
  expect(fileNames([named("甲", null), named("乙", -55)])).toEqual([
    "20221031_甲_金額なし",
    "20221031_乙_-55",
  ]);
});

test("of two alike the later bears its number; capitals make no difference to Windows", () => {
  expect(
    fileNames([named("ABC"), named("abc", 110000, "S2210-0002"), named("abc", 110000, "S2210-0002")]),
  ).toEqual(["20221031_ABC_110000", "20221031_abc_110000_S2210-0002", "20221031_abc_110000_S2210-0002_2"]);
});

test("a version of an order is named by its number, a file of the chat by its own name and ending", () => {
  const order = { ...named("甲", 55), kind: "order" as const, number: "TN-1" };
  expect(fileNames([order, { ...order, revision: 2 }])).toEqual(["20221031_甲_55", "20221031_甲_55_TN-1_v2"]);
  const sent = { ...named("甲", null, "見積書.v2.pdf"), kind: "attachment" as const };
  expect(fileNames([sent, sent])).toEqual(["20221031_甲_金額なし", "20221031_甲_金額なし_見積書.v2"]);
  expect([sent, order, { ...sent, number: "無題" }].map(fileEnd)).toEqual([".pdf", ".html", ""]);
});

test("what was asked and what was answered bear one number, and are told apart", () => {
  const quote = { ...named("甲", null, "M1"), kind: "quote" as const };
  const answer = { ...quote, kind: "answer" as const, amount: 55, revision: 2 };
  expect(fileNames([quote, { ...quote, revision: 2 }, { ...answer, amount: null }, answer])).toEqual([
    "20221031_甲_金額なし",
    "20221031_甲_金額なし_M1_見積依頼書_v2",
    "20221031_甲_金額なし_M1_見積書_v2",
    "20221031_甲_55",
  ]);
  expect([quote, answer].map(fileEnd)).toEqual([".html", ".html"]);
  const cancelled_time = "2026-11-01T00:00:00Z";
  expect(editionOf({ ...quote, correction: null, cancelled_time: null, revision: 2 })).toBe(
    "第2版（期限の変更）",
  );
  expect(editionOf({ ...answer, correction: null, cancelled_time })).toBe("第2版・取下");
});

test("no name holds what a file system refuses", () => {
  expect(fileWord('A/B:C*D?"E"<F>|G\\H')).toBe("A／B：C＊D？”E”＜F＞｜G＼H");
  expect(fileWord(" .甲\u202e\u0007乙. ")).toBe("甲乙");
  expect(Array.from(fileWord("𠮷".repeat(80)))).toHaveLength(50);
  expect(fileNames([named("...")])).toEqual(["20221031_取引先_110000"]);
});

test("版 says what became of a document", () => {
  const of = { kind: "invoice" as const, cancelled_time: null, correction: null, revision: 1 };
  const cancelled_time = "2026-11-01T00:00:00Z";
  expect(editionOf(of)).toBe("");
  expect(editionOf({ ...of, cancelled_time, correction: "black", revision: 2 })).toBe(
    "第2版（訂正版）・黒伝・取消",
  );
  expect(editionOf({ ...of, kind: "order", cancelled_time, revision: 2 })).toBe("改訂 v2・取消");
});

test("索引簿 begins with the tax office's five; an empty amount stays empty", () => {
  const row = {
    id: "invoice:1",
    kind: "invoice" as const,
    key: 1,
    file_key: null,
    quote_key: null,
    part_key: null,
    day: "2022-10-31",
    number: "S2210-0001",
    partner_name: "(株)国税商事",
    is_issued: false,
    registration_number: "T1234567890123",
    amount: 110000,
    subtotal: 100000,
    correction: null,
    revision: 1,
    cancelled_time: null,
    cancel_reason: null,
    file: "a.html",
    sha256: "ff",
  };
  const lines = indexCsv([row, { ...row, kind: "delivery", amount: null, is_issued: true }]).split("\r\n");
  expect(lines[0]).toBe(
    "\ufeff連番,取引年月日,取引金額,取引先,書類種別,書類番号,授受区分,登録番号,版,ファイル名,SHA-256,備考",
  );
  expect(lines[1]).toBe(
    "0001,20221031,110000,(株)国税商事,請求書,S2210-0001,受領,T1234567890123,,a.html,ff,",
  );
  expect(lines[2]).toMatch(/^0002,20221031,,\(株\)国税商事,納品書,S2210-0001,発行,/);
});

test("訂正削除履歴 says who did what, when and why", () => {
  const entry = {
    key: 1,
    kind: "cancelled",
    at: "2026-11-01T00:00:00Z",
    actor_name: "山田",
    origin: "PC",
    reason: "単価の誤り",
    before: { cancelled_time: null },
    after: { cancelled_time: "2026-11-01T00:00:00Z" },
    subject: "invoice" as const,
    subject_key: 1,
    number: "S1",
  };
  expect(historyCsv([entry]).split("\r\n")[1]).toBe(
    "請求書,S1,2026/11/01 09:00,取消,山田,取消日時=,取消日時=2026/11/01 09:00,単価の誤り",
  );
});

test("a ZIP holds its files by their Japanese names, whole", async () => {
  const { inflateRawSync } = await import("node:zlib");
  async function* files() {
    yield { name: "20221031_(株)国税商事_110000.html", body: "<p>請求書</p>".repeat(50) };
    yield { name: "索引簿.csv", body: "" };
  }
  const parts: Uint8Array[] = [];
  for await (const part of zipOf(files(), "2026-11-01T00:00:00Z")) parts.push(part);
  expect(parts).toHaveLength(3);
  const zip = Buffer.concat(parts);
  expect(zipNames(zip)!.map((name) => Buffer.from(name, "latin1").toString())).toEqual([
    "20221031_(株)国税商事_110000.html",
    "索引簿.csv",
  ]);
  const [length, packed] = [zip.readUInt16LE(26), zip.readUInt32LE(18)];
  expect(inflateRawSync(zip.subarray(30 + length, 30 + length + packed)).toString()).toBe(
    "<p>請求書</p>".repeat(50),
  );
});
