import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import fc from "~/lib/dice.testing";
import vectors from "~/lib/japan-vectors.json";
import { payeeKana } from "~/lib/text/kana";
import { readZengin } from "./zengin";
import {
  fileProblems,
  nameProblem,
  payDateNote,
  payDateProblem,
  placeProblem,
  RECEIVING_KINDS,
  type Remitter,
  readTransfers,
  type Transfer,
  totalOf,
  transferBytes,
} from "./zengin.transfer";

const FROM: Remitter = {
  consignor_code: "1234567890",
  consignor_name: "カ）テストセイサクショ",
  bank_code: "9999",
  bank_kana: "テスト",
  branch_code: "001",
  branch_kana: "ホンテン",
  kind: "普通",
  number: "1234567",
};
const FIRST: Transfer = {
  bank_code: "9998",
  bank_kana: "テストギンコウ",
  branch_code: "123",
  branch_kana: "ミナミ",
  kind: "普通",
  number: "12345",
  name: "ユ）ダイイチカコウ",
  amount: 16_614,
  customer_code: 101,
};
const SECOND: Transfer = {
  bank_code: "9997",
  bank_kana: "レイシンキン",
  branch_code: "045",
  branch_kana: "ヒガシ",
  kind: "当座",
  number: "7654321",
  name: "ヤマダ タロウ",
  amount: 1_234_567,
  customer_code: 102,
};
const FILE = { from: FROM, date: "2026-11-30", transfers: [FIRST, SECOND] };
const sample = new Uint8Array(readFileSync("app/lib/bank/samples/zengin_sougou_21.txt"));
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("総合振込 is written byte for byte as the sample (R6-5)", () => {
  const vector = vectors.zengin_sougou;
  // The sample's date is of January.
  const bytes = transferBytes({ ...FILE, date: "2027-01-13" });
  const written = transferBytes({ ...FILE, date: dateOf(sample) });
  expect(bytes.length).toBe(vector.crlf_bytes);
  expect(Buffer.from(written).equals(Buffer.from(sample))).toBe(true);
  expect(sha256(written)).toBe(vector.sha256);
  const lines = new TextDecoder("shift_jis").decode(written).split("\r\n");
  expect(lines.slice(0, -1)).toEqual(vector.lines);
});

/** MMDD behind 種別, コード区分, 委託者 and its name. */
function dateOf(bytes: Uint8Array): string {
  const digits = String.fromCharCode(...bytes.subarray(54, 58));
  return `2026-${digits.slice(0, 2)}-${digits.slice(2)}`;
}

test("without line ends each record is 120 bytes, and reads the same", () => {
  const bytes = transferBytes(FILE, "");
  expect(bytes.length).toBe(600);
  expect(readTransfers(bytes)).toEqual(readTransfers(transferBytes(FILE)));
});

test("a file whose count or total is not that of its lines is not taken for one", () => {
  const bytes = transferBytes(FILE);
  const wrong = Uint8Array.from(bytes);
  wrong[122 + 80 + 9] = 0x39;
  expect(() => readTransfers(wrong)).toThrow("件数か合計");
  expect(() => readTransfers(bytes.subarray(0, 244))).toThrow("形になっていません");
  expect(() => readTransfers(bytes.subarray(0, 240))).toThrow(
    "118バイトです。120バイトのレコードではありません",
  );
});

test("the page that takes statements still says what a 総合振込 is", () => {
  expect(() => readZengin(sample, "2026-11-23")).toThrow("総合振込のファイルです");
});

test.each(vectors.payee_kana)("name %j as the vectors say (R6-6)", ({ input, zengin }) => {
  expect(payeeKana(input)).toBe(zengin);
  expect(nameProblem("受取人名", input, 30) === null).toBe(zengin !== null);
});

test("a name too long is named with its length, never cut; 濁点 counts as a letter", () => {
  const long = "ガ".repeat(16);
  expect(nameProblem("受取人名", "ガ".repeat(15), 30)).toBeNull();
  expect(nameProblem("受取人名", long, 30)).toContain("32文字です");
  expect(nameProblem("受取人名", "カブシキガイシャトウキョウセイミツカコウキカイ", 30)).toBeNull();
  const spelled = "カブシキガイシャトウキョウセイミツカコウキカイケンキュウジョ";
  expect(nameProblem("受取人名", spelled, 30)).toContain("「カ）」のように略してください");
  expect(() => transferBytes({ ...FILE, transfers: [{ ...FIRST, name: long }] })).toThrow();
});

test("a bank's name knows - alone of all signs (R6-6)", () => {
  expect(placeProblem("銀行名カナ", "ナミ-チユウオウ")).toBeNull();
  expect(placeProblem("銀行名カナ", "ミズホ（ホンテン）")).toContain("使える記号は「－」だけ");
  expect(placeProblem("銀行名カナ", "みずほ銀行")).toContain("使えない文字");
});

test("everything wrong is listed at once, by transfer and field", () => {
  const wrong = { ...SECOND, name: "山田太郎", amount: 0, number: "12345678", bank_code: "12" };
  const found = fileProblems({ ...FILE, from: { ...FROM, consignor_code: "1" }, transfers: [FIRST, wrong] });
  expect(found.map(({ at, field }) => [at, field])).toEqual([
    [null, "consignor_code"],
    [1, "bank_code"],
    [1, "number"],
    [1, "name"],
    [1, "amount"],
  ]);
  expect(fileProblems({ ...FILE, transfers: [] }).map(({ sentence }) => sentence)).toEqual([
    "振込先がありません",
  ]);
  expect(fileProblems(FILE)).toEqual([]);
});

test("the sum of a file is held to twelve digits, the amount of a transfer to ten", () => {
  const most = { ...FIRST, amount: 9_999_999_999 };
  expect(fileProblems({ ...FILE, transfers: [most] })).toEqual([]);
  expect(fileProblems({ ...FILE, transfers: [{ ...most, amount: 10_000_000_000 }] })).toHaveLength(1);
  const many = Array.from({ length: 101 }, () => most);
  expect(fileProblems({ ...FILE, transfers: many }).map(({ field }) => field)).toEqual(["total"]);
});

test("a bank pays on its business days to come alone (R8-2)", () => {
  const today = "2026-11-23";
  expect(payDateProblem("2026-11-24", today)).toBeNull();
  for (const past of [today, "2026-11-20"]) expect(payDateProblem(past, today)).toContain("早くて2026/11/24");
  expect(payDateProblem("2026-11-28", today)).toContain("2026/11/27");
  expect(payDateProblem("2026-12-31", today)).toContain("2026/12/30");
  expect(payDateProblem("2026-12-31", today)).toContain("2027/1/4");
  expect(payDateProblem("2027-11-22", today)).toContain("年が書かれない");
  expect(payDateNote("2026-11-30", today)).toBeNull();
  expect(payDateNote("2027-01-29", today)).toContain("1か月以上先");
});

test("EDI takes the place of the customer codes, marked Y", () => {
  const bytes = transferBytes({ ...FILE, transfers: [{ ...FIRST, edi: "SY-2611-01", new_code: 2 }] });
  const [line] = readTransfers(bytes).transfers;
  expect(line).toMatchObject({ 顧客コードまたはEDI情報: "SY-2611-01", 識別表示: "Y", 新規コード: "2" });
});

const KANA = [
  ..."アイウエオカキクケコガギグサシスザジタチツッテトナニヌハヒフパピプマミムヤャユュヨョラリルンー",
];
const name = (most: number) =>
  fc
    .array(fc.constantFrom(...KANA, "A", "9", " ", "（", "）", "．", "-"), { minLength: 1, maxLength: most })
    .map((letters) => `ア${letters.join("")}`.trimEnd())
    .filter((typed) => payeeKana(typed)!.length <= most);
const place = fc
  .array(fc.constantFrom(...KANA, "-"), { minLength: 1, maxLength: 14 })
  .map((letters) => letters.join(""))
  .filter((typed) => payeeKana(typed)!.length <= 15);
const code = (length: number) =>
  fc.integer({ min: 0, max: 10 ** length - 1 }).map((n) => String(n).padStart(length, "0"));
const transfer: fc.Arbitrary<Transfer> = fc.record({
  bank_code: code(4),
  bank_kana: place,
  branch_code: code(3),
  branch_kana: place,
  kind: fc.constantFrom(...RECEIVING_KINDS),
  number: fc.integer({ min: 1, max: 9_999_999 }).map(String),
  name: name(30),
  amount: fc.integer({ min: 1, max: 9_999_999_999 }),
  customer_code: fc.integer({ min: 0, max: 9_999_999_999 }),
  new_code: fc.constantFrom(0, 1, 2),
});

test("what was written reads as what was put in, and the file's sum is that of its payments", () => {
  fc.assert(
    fc.property(fc.array(transfer, { minLength: 1, maxLength: 20 }), (transfers) => {
      const file = { ...FILE, transfers };
      expect(fileProblems(file)).toEqual([]);
      const bytes = transferBytes(file);
      expect(bytes.length).toBe((transfers.length + 4 - 1) * 122);
      const read = readTransfers(bytes);
      expect(read.total).toBe(totalOf(transfers));
      expect(read.head).toMatchObject({ 委託者コード: FROM.consignor_code, 振込指定日: "1130" });
      expect(read.transfers).toMatchObject(
        transfers.map((one) => ({
          被仕向銀行番号: one.bank_code,
          被仕向銀行名: payeeKana(one.bank_kana),
          被仕向支店番号: one.branch_code,
          被仕向支店名: payeeKana(one.branch_kana),
          預金種目: one.kind,
          口座番号: one.number.padStart(7, "0"),
          受取人名: payeeKana(one.name),
          amount: one.amount,
          新規コード: String(one.new_code),
        })),
      );
    }),
  );
});
