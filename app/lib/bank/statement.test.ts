import { readFileSync } from "node:fs";
import fc from "fast-check";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { readBankFile } from "./file.server";
import { gapBefore, gapText } from "./gap";
import { comparePayers, readPayer } from "./payer";
import expected from "./samples/expected.json";
import payers from "./samples/payers.json";
import { Unreadable } from "./statement";
import { eralessDate } from "./zengin.date";

const TODAY = "2026-12-01";
const sample = (file: string) => new Uint8Array(readFileSync(`app/lib/bank/samples/${file}`));
const cp932 = (text: string) => new Uint8Array(iconv.encode(text, "cp932"));
const read = async (bytes: Uint8Array) => {
  const found = await readBankFile(bytes, { profiles: [], today: TODAY });
  if (!("statements" in found)) throw new Error("unknown head");
  return found.statements;
};
const refusal = (bytes: Uint8Array) =>
  read(bytes).then(
    () => "read",
    (error) => (error instanceof Unreadable ? error.message : `thrown: ${error}`),
  );

test.each(expected)("$file is read to the yen", async (one) => {
  const [statement] = await read(sample(one.file));
  expect(statement!.format).toBe(one.format);
  if ("opening_balance" in one)
    expect(statement).toMatchObject({ opening: one.opening_balance, closing: one.closing_balance });
  const rows = statement!.rows.map((row) => ({
    ...row,
    match_key: row.payer_kana === null ? null : readPayer(row.payer_kana).key,
    balance_derived: row.balance,
    contract_no: "00000000000123456789",
  }));
  expect(rows).toMatchObject(one.rows);
});

test.each(payers.vectors)("$raw and $master_kana: $expect ($note)", (one) => {
  const [payer, master] = [readPayer(one.raw), readPayer(one.master_kana)];
  expect([payer.key, master.key]).toEqual([one.key, one.master_key]);
  expect(comparePayers(payer, master)).toBe(one.expect);
});

const ZENGIN = sample("zengin_nyushukkin_03.txt");
const zengin = new TextDecoder("latin1").decode(ZENGIN);
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test("全銀 without line ends or with the last one missing is the same; what was changed is refused by name", async () => {
  const plain = await read(ZENGIN);
  expect(await read(latin(zengin.replaceAll("\r\n", "")))).toEqual(plain);
  expect(await read(latin(zengin.trimEnd() + " ".repeat(184)))).toEqual(plain);
  expect(await refusal(latin(zengin.replace("000000549560", "000000549561")))).toContain(
    "入金額合計が明細と合いません",
  );
  expect(await refusal(latin(zengin.slice(0, 202 * 4)))).toContain("途中で切れています");
  expect(await refusal(latin(zengin.replace("ﾔﾏ", "").replace("      \r\n", "\r\n")))).toContain("194バイト");
  expect(await refusal(latin(zengin.replace(/^103/, "121")))).toContain("総合振込");
  expect(await refusal(latin(`1031${zengin.slice(4)}`))).toContain("EBCDIC");
  expect(await refusal(new Uint8Array([0xf1, 0xf0, 0xf3, 0xf0]))).toContain("EBCDIC");
  expect(await refusal(latin(zengin.replace("0000001532734", "0000001532735")))).toContain("取引後残高");
  const term = `${zengin.slice(0, 62)}5${zengin.slice(63)}`;
  expect(await refusal(latin(term))).toContain("定期預金");
});

const field = (text: string, length: number) => text.padEnd(length);
const digits = (value: number | string, length: number) => String(value).padStart(length, "0");
function notice(rows: { amount: number; name: string; cancelled?: boolean; long?: boolean }[]): Uint8Array {
  const head = `1010081201081101081130${"0001"}${field("TEST", 15)}001${field("HONTEN", 15)}1${"1234567"}${field("TEST", 40)}`;
  const lines = rows.map(({ amount, name, cancelled, long }, at) => {
    const both = long ? "0".repeat(20) : digits(amount, 10) + "0".repeat(10);
    const rest = long ? digits(amount, 12) + "0".repeat(12) + field("EDI", 20) : field("EDI", 20);
    return `2${digits(at + 1, 6)}081102081102${both}${"0".repeat(10)}${field(name, 48)}${" ".repeat(30)}${cancelled ? "1" : "0"}${rest}`;
  });
  const sum = (list: typeof rows) =>
    digits(
      list.reduce((all, { amount }) => all + amount, 0),
      12,
    );
  const [kept, gone] = [rows.filter((row) => !row.cancelled), rows.filter((row) => row.cancelled)];
  const tail = `8${digits(kept.length, 6)}${sum(kept)}${digits(gone.length, 6)}${sum(gone)}`;
  return latin([head, ...lines, tail, "9"].map((line) => field(line, 200)).join(""));
}

test("a 振込入金通知 (01) in both layouts; a 取消 and what it cancels are both doubtful", async () => {
  const [statement] = await read(
    notice([
      { amount: 1000, name: "TANAKA" },
      { amount: 12_345_678_901, name: "SUZUKI", long: true },
      { amount: 1000, name: "TANAKA", cancelled: true },
    ]),
  );
  expect(statement!.rows.map(({ amount, doubt, edi }) => [amount, doubt, edi])).toEqual([
    [1000, "cancelled", "EDI"],
    [12_345_678_901, null, "EDI"],
    [1000, "cancelled", "EDI"],
  ]);
  expect(statement).toMatchObject({ account: { number: "1234567", branch_code: "001", kind: "普通" } });
});

test("dates without an era: 令和 near today, 平成, 20YY, and far ones are asked about", () => {
  expect(eralessDate("081102", TODAY)).toEqual({ date: "2026-11-02", unsure: false });
  expect(eralessDate("310430", "2019-05-07")).toEqual({ date: "2019-04-30", unsure: false });
  expect(eralessDate("261102", TODAY)).toEqual({ date: "2026-11-02", unsure: false });
  expect(eralessDate("050301", TODAY)).toEqual({ date: "2023-03-01", unsure: true });
  expect([eralessDate("000000", TODAY), eralessDate("081399", TODAY)]).toEqual([null, null]);
});

const HEAD = "日付,内容,出金金額(円),入金金額(円),残高(円),メモ";
const csv = (...lines: string[]) => cp932(`${[HEAD, ...lines].join("\r\n")}\r\n`);
const NEWEST = [
  '2026/11/05,振込＊スズキ,0,"110,000","1,659,560",',
  '2026/11/02,振込＊ヤマダ,,"549,560","1,549,560",',
];

test("columns in any order, the newest first, quoted amounts; the oldest comes first", async () => {
  const [statement] = await read(csv(...NEWEST));
  expect(statement).toMatchObject({ format: "sbi-6", opening: 1000000, closing: 1659560 });
  expect(statement!.rows.map(({ payer_kana }) => payer_kana)).toEqual(["ヤマダ", "スズキ"]);
  const turned = cp932("残高,お預入れ,お引出し,年月日,お取り扱い内容\n1549560,549560,,2026/11/2,振込　ﾔﾏﾀﾞ\n");
  expect(await read(turned)).toMatchObject([
    { format: "smbc-direct-7", rows: [{ amount: 549560, payer_kana: "ヤマダ" }] },
  ]);
});

test("a gap in the balances, two amounts or a date that is none are refused with the line", async () => {
  expect(await refusal(csv(NEWEST[0]!, "2026/11/02,振込＊ヤマダ,,1,5,"))).toMatch(/行目の残高が/);
  expect(await refusal(csv("2026/11/02,x,1,1,5,"))).toContain("2行目に入金額と出金額の両方");
  expect(await refusal(csv("2026/13/02,x,,1,5,"))).toContain("2行目の日付が読み取れません（「2026/13/02」）");
  expect(await refusal(csv("2026/11/02,x,,1x,5,"))).toContain("2行目の入金額");
  expect(await refusal(csv())).toContain("明細の行がありません");
});

test("a cell that breaks the line is named on one line", async () => {
  expect(await refusal(csv('2026/11/02,x,,"1\n2x",5,'))).toBe("2行目の入金額が読み取れません（「1 2x」）。");
});

test("negative amounts, 取消 and 欠番 come in to be looked at, never netted", async () => {
  const mizuho =
    "照会口座,番号,勘定日,（起算日）,出金（円）,入金（円）,小切手区分,残高（円）,取引区分,明細区分,金融機関名,支店名,摘要";
  const line = (out: string, credit: string, balance: string, kind: string) =>
    `1234567,1,2026年11月02日,,${out},${credit},,${balance},振込,${kind},,,ヤマダ`;
  const [statement] = await read(
    cp932(
      [
        mizuho,
        line("", "100", "1100", ""),
        line("", "-50", "1050", ""),
        line("", "100", "950", "取消"),
        line("", "", "", "欠番"),
      ].join("\n"),
    ),
  );
  expect(statement!.rows.map(({ amount, doubt }) => [amount, doubt])).toEqual([
    [100, null],
    [50, "negative"],
    [100, "cancelled"],
    [0, "missing"],
  ]);
});

test("an unknown head is asked about and known by the profile afterwards", async () => {
  const bytes = cp932("お取引年月日,入った額,出た額,どなた\n2026/11/2,5000,,ﾔﾏﾀﾞ\n2026/11/3,,300,ﾃﾞﾝｷ\n");
  expect(await readBankFile(bytes, { profiles: [], today: TODAY })).toHaveProperty("lines");
  const profile = {
    head: ["お取引年月日", "入った額", "出た額", "どなた"],
    columns: { date: "お取引年月日", in: "入った額", out: "出た額", payer: "どなた" },
  };
  expect(await readBankFile(bytes, { profiles: [profile], today: TODAY })).toMatchObject({
    profiles: [0],
    statements: [
      {
        rows: [
          { amount: 5000, payer_kana: "ヤマダ" },
          { amount: 300, direction: "out" },
        ],
      },
    ],
  });
});

const factsOf = (rows: { date: string; direction: string; amount: number; payer_kana: string | null }[]) =>
  rows.map(({ date, direction, amount, payer_kana }) => [date, direction, amount, payer_kana]);

test("全銀 as a CSV is read as the fixed form is; a sum that differs is refused, a cell too long as well", async () => {
  const bytes = sample("zengin_nyushukkin_03.csv");
  const [fixed, lines] = [await read(ZENGIN), await read(bytes)];
  const facts = ({ rows, ...rest }: (typeof fixed)[number]) => ({
    ...rest,
    rows: rows.map(({ number: _, ...row }) => row),
  });
  expect(lines.map(facts)).toEqual(fixed.map(facts));
  const text = new TextDecoder("shift_jis").decode(bytes);
  const withoutZeros = text
    .replace('"03"', '"3"')
    .replace('"000","1"', '"1"')
    .replace(/"0+(\d)/g, '"$1');
  expect((await read(cp932(withoutZeros))).map(facts)).toEqual(fixed.map(facts));
  expect(await refusal(cp932(text.replace("000000549560", "000000549561")))).toContain("入金額合計が明細と");
  expect(await refusal(cp932(text.replace("000000549560", "1000000549560")))).toContain(
    "「取引金額」が読み取れ",
  );
  expect(await refusal(cp932(text.replace('"03"', '"91"')))).toContain("種別91のファイル");
  expect(await refusal(cp932(text.split("\r\n").slice(0, 4).join("\r\n")))).toContain("途中で切れています");
  const [told] = await read(sample("zengin_furikomi_01.csv"));
  expect(factsOf(told!.rows)).toEqual([
    ["2026-11-02", "in", 110_000, "ヤマダセイキ(カ"],
    ["2026-11-05", "in", 55_000, "カ)スズキキンゾク"],
  ]);
  expect(told).toMatchObject({ format: "zengin-01", account: { number: "1234567", bank_code: "0005" } });
});

test("みずほ .api: years by the file's name over New Year, else up to today and asked about", async () => {
  const bytes = sample("mizuho_202511kara20260131.api");
  const file_name = "HS0001_20251101から20260131まで.api";
  const named = await readBankFile(bytes, { profiles: [], today: TODAY, file_name });
  expect(named).toMatchObject({
    statements: [
      {
        format: "mizuho-api",
        unsure_dates: false,
        opening: null,
        account: { bank_name: "みずほ銀行", branch_name: "みどり支店", kind: "普通", number: "24680" },
      },
    ],
  });
  const [statement] = "statements" in named ? named.statements : [];
  expect(factsOf(statement!.rows)).toEqual([
    ["2025-11-20", "in", 110_000, "カ)スズキキンゾク"],
    ["2025-12-28", "out", 3300, null],
    ["2026-01-05", "in", 549_560, "ヤマダセイキ(カ"],
    ["2026-01-06", "in", 1000, "タナカ"],
  ]);
  expect(statement!.rows.at(-1)!.doubt).toBe("cancelled");
  const lines = new TextDecoder("shift_jis").decode(bytes).trimEnd().split("\r\n");
  const turned = cp932([...lines.slice(0, 4), ...lines.slice(4).reverse()].join("\r\n"));
  const [unnamed] = await read(turned);
  expect(unnamed).toMatchObject({ unsure_dates: true, from: "2025-11-20", to: "2026-01-06" });
  expect(await refusal(cp932(lines.slice(0, 4).join("\r\n")))).toContain("明細の行がありません");
  expect(await refusal(cp932(lines.join("\r\n").replace("\t12\t28", "\t13\t28")))).toContain("6行目の日付");
  expect(await refusal(cp932(lines.join("\r\n").replace("\t出金\t001", "\t振替\t001")))).toContain(
    "（.api）",
  );
});

test("a CSV without headings is known by the number of its columns and a first line that reads as a row", async () => {
  const bytes = sample("no_head.csv");
  const columns = { date: "1列目", in: "2列目", out: "3列目", balance: "4列目", payer: "5列目" };
  const known = (width: number) => ({ profiles: [{ head: [], columns, width }], today: TODAY });
  expect(await readBankFile(bytes, known(6))).toHaveProperty("lines");
  expect(await readBankFile(bytes, known(5))).toMatchObject({
    profiles: [0],
    statements: [{ format: "profile", opening: 1_000_000, closing: 1_128_700, rows: { length: 3 } }],
  });
  const swapped = { ...columns, date: "5列目", payer: "1列目" };
  const other = { profiles: [{ head: [], columns: swapped, width: 5 }], today: TODAY };
  expect(await readBankFile(bytes, other)).toHaveProperty("lines");
});

test("a file must begin with the balance that the one before it ended with, unless they share rows", () => {
  const edges = (key: number, from: number, to: number, opening: number, closing: number, more = {}) => ({
    key,
    account_key: 1,
    from_date: `2026-11-${String(from).padStart(2, "0")}`,
    to_date: `2026-11-${String(to).padStart(2, "0")}`,
    opening,
    closing,
    num_rows: 2,
    num_new: 2,
    ...more,
  });
  const first = edges(1, 1, 10, 100, 250);
  const last = edges(2, 21, 30, 400, 500);
  expect(gapBefore(first, [first, last])).toBeNull();
  expect(gapBefore(last, [first, last])).toEqual({ until: "2026-11-10", closing: 250, opening: 400 });
  const between = edges(3, 11, 20, 250, 400);
  expect([between, last].map((one) => gapBefore(one, [first, last, between]))).toEqual([null, null]);
  expect(gapBefore({ ...last, num_new: 1 }, [first, last])).toBeNull();
  expect(gapBefore(last, [edges(1, 1, 10, 100, 250, { account_key: 2 }), last])).toBeNull();
  expect(gapText({ until: "2026-11-10", closing: 250, opening: 400 })).toContain("前回の残高と合いません");
});

const samples = expected.map(({ file }) => sample(file));
const spoilt = fc
  .tuple(
    fc.constantFrom(...samples),
    fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { maxLength: 6 }),
    fc.nat(1700),
  )
  .map(([bytes, changes, cut]) => {
    const changed = bytes.slice(0, Math.max(1, bytes.length - (cut > 1000 ? cut - 1000 : 0)));
    for (const [at, value] of changes) changed[at % changed.length] = value;
    return changed;
  });

test("whatever the bytes: read, asked about, or refused with a Japanese sentence", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 900 }), spoilt), async (bytes) => {
      const found = await readBankFile(bytes, { profiles: [], today: TODAY }).catch((error) => {
        expect(error).toBeInstanceOf(Unreadable);
        expect(error.message).toMatch(/[ぁ-ん].*。$/);
        return null;
      });
      const rows = found && "statements" in found ? found.statements.flatMap((one) => one.rows) : [];
      for (const { amount, date } of rows) {
        expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
        expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
      }
    }),
    { numRuns: 400 },
  );
});
