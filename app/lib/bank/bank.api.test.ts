import { readFileSync } from "node:fs";
import iconv from "iconv-lite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { order, shipped } from "~/lib/accounting/testing.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";

let t: TestApp;
let yamada: Person, boss: Person, genba: Person, tanaka: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, boss, genba, tanaka, sato] = await t.people(
    "keiri@yamada",
    "admin@yamada",
    "genba@yamada",
    "admin@tanaka",
    "admin@sato",
  );
});
afterAll(() => t.stop());

const HEAD = "年月日,お引出し,お預入れ,お取り扱い内容,残高";
/** Rows as 三井住友 writes them, with the balances that follow. */
function csv(rows: [date: string, amount: number, name: string][], opening = 1_000_000): Buffer {
  let balance = opening;
  const lines = rows.map(([date, amount, name]) => {
    balance += amount;
    return `${date},${amount < 0 ? -amount : ""},${amount > 0 ? amount : ""},${name},${balance}`;
  });
  return iconv.encode(`${[HEAD, ...lines].join("\r\n")}\r\n`, "cp932");
}
const upload = (person: Person, bytes: Buffer, more: object = {}) =>
  person.post("/bank/files", { file_name: "meisai.csv", content: bytes.toString("base64"), ...more });
const rowsOf = async (query = ""): Promise<any[]> => (await yamada.get(`/bank/rows?${query}`)).body.items;
const stateOf = async (query = "") =>
  (await rowsOf(query)).map((row) => [row.payer, row.amount, row.state]).reverse();
const broken = async () => (await (await t.owner()).query("select * from check_invariants()")).rows;

async function invoice(ym: number, delivery_date: string, price: string) {
  const card = await shipped(t, { unit_price: price, num_items: "1", num_units: "1", num_good: "1" });
  expect((await yamada.post("/deliveries", order([card], { delivery_date }))).status).toBe(201);
  const made = await yamada.post("/closings", { ym, buyer_ids: ["tanaka"] });
  expect(made.status).toBe(201);
  return (await yamada.get(`/invoices/${made.body.invoices[0].key}`)).body as {
    key: number;
    number: string;
    total: number;
  };
}

const TANAKA = "振込　ﾀﾅｶｻﾝｷﾞﾖｳｷｶｲ(ｶ";
const FIRST: [string, number, string][] = [
  ["2026/7/21", 1100, TANAKA],
  ["2026/7/22", -330, "ﾃﾞﾝｷﾀﾞｲ"],
  ["2026/7/23", 5000, "振込　ﾀﾅｶ ｼﾞﾛｳ"],
];
let june: { key: number; number: string }, july: { key: number; number: string };
let account_key: number;

test("an own account that the file does not name is asked for once; only then its rows come in", async () => {
  june = await invoice(202606, "2026-06-01", "1000");
  july = await invoice(202607, "2026-07-01", "2000");
  const taken = await upload(yamada, csv(FIRST));
  expect(taken).toMatchObject({ status: 201, body: { num_rows: 0, waiting: expect.any(Number) } });
  expect(await rowsOf()).toEqual([]);
  const { waiting } = taken.body;
  expect((await yamada.get(`/bank/files/${waiting}`)).body).toMatchObject({
    asks_account: true,
    asks_columns: false,
    asks_dates: false,
    from_date: "2026-07-21",
  });
  const read = (body: object) => yamada.post(`/bank/files/${waiting}/read`, body);
  expect((await read({})).body.errors).toEqual({
    bank_name: ["銀行名を入力するか、口座を選択してください"],
    number: ["口座番号を入力してください"],
  });
  expect(await read({ bank_name: "三井住友銀行" })).toMatchObject({
    status: 422,
    body: { errors: { number: ["口座番号を入力してください"] } },
  });
  expect((await read({ bank_name: "三井住友銀行", kind: "普通", number: "７６５４３２１" })).body).toEqual({
    num_rows: 3,
    num_new: 3,
  });
  expect((await read({ bank_name: "三井住友銀行", number: "7654321" })).status).toBe(409);
  const { items, accounts } = (await yamada.get("/bank/files")).body;
  expect(accounts).toMatchObject([{ label: "三井住友銀行 普通 7654321" }]);
  expect(items).toMatchObject([
    { format: "三井住友 SMBCダイレクト", state: "read", opening: 1_000_000, closing: 1_005_770, num_new: 3 },
  ]);
  account_key = accounts[0].key;
  expect(await stateOf()).toEqual([
    ["タナカサンギヨウキカイ(カ", 1100, "sure"],
    ["ﾃﾞﾝｷﾀﾞｲ", 330, "excluded"],
    ["タナカ ジロウ", 5000, "unknown"],
  ]);
});

test("the same file brings nothing, by two at once neither, and one that overlaps only what is new", async () => {
  expect((await upload(boss, csv(FIRST))).body).toMatchObject({
    is_repeated: true,
    num_new: 0,
    waiting: null,
  });
  const more = csv([...FIRST, ["2026/7/23", 5000, "振込　ﾀﾅｶ ｼﾞﾛｳ"], ["2026/7/24", 2200, TANAKA]]);
  const both = await Promise.all([yamada, boss].map((one) => upload(one, more, { account_key })));
  expect(both.map(({ body }) => [body.is_repeated, body.num_rows, body.num_new]).sort()).toEqual([
    [false, 5, 2],
    [true, 5, 0],
  ]);
  expect(await stateOf("from=2026-07-23")).toEqual([
    ["タナカ ジロウ", 5000, "unknown"],
    ["タナカ ジロウ", 5000, "unknown"],
    ["タナカサンギヨウキカイ(カ", 2200, "sure"],
  ]);
  expect(await rowsOf(`file=${both[0]!.body.files[0]}`)).toHaveLength(5);
});

test("one press registers what is certain as it was seen: twice the same, by two at once only one", async () => {
  const sure = (await rowsOf("state=sure")).map((row) => row.seen);
  expect(sure).toHaveLength(2);
  expect(await genba.post("/bank/payments", { seen: sure })).toMatchObject({ status: 403 });
  expect(await yamada.post("/bank/payments", { seen: [sure[0].replace(/=\d+/, "=1")] })).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/1件が変わりました。まだ何も登録していません。2026\/7\/24/) },
  });
  const pressed = await Promise.all([
    yamada.post("/bank/payments", { seen: sure }, "press"),
    yamada.post("/bank/payments", { seen: sure }, "press"),
    boss.post("/bank/payments", { seen: sure }, "another"),
  ]);
  const done = pressed.filter(({ status }) => status === 201);
  expect(new Set(done.map(({ body }) => JSON.stringify(body)))).toEqual(
    new Set([JSON.stringify({ num: 2, amount: 3300 })]),
  );
  expect(pressed.filter(({ status }) => status === 409).map(({ body }) => body.detail)).toEqual(
    Array(3 - done.length).fill(expect.stringContaining("さんが入金に登録")),
  );
  for (const [{ key }, total] of [
    [june, 1100],
    [july, 2200],
  ] as const)
    expect((await yamada.get(`/invoices/${key}`)).body).toMatchObject({
      paid: total,
      open: 0,
      state: "paid",
    });
  expect(await rowsOf("state=done")).toMatchObject([
    { amount: 2200, buyer_id: "tanaka", payment_key: expect.any(Number) },
    { amount: 1100, buyer_id: "tanaka", payment_key: expect.any(Number) },
  ]);
  expect(await broken()).toEqual([]);
});

test("by hand the partner is chosen, the amount stays the bank's, and the name is known from then on", async () => {
  const august = await invoice(202608, "2026-08-01", "5000");
  const [row, other] = (await rowsOf("state=unknown")).reverse();
  const pay = (amount: number) =>
    yamada.post(`/bank/rows/${row.key}/payment`, {
      buyer_id: "tanaka",
      payment_date: row.row_date,
      lines: [
        { kind: "transfer", amount },
        { kind: "fee", amount: 500 },
      ],
    });
  expect(await pay(5500)).toMatchObject({
    status: 422,
    body: { errors: { lines: ["銀行に入った5,000円と、振込・現金などの合計5,500円が違います"] } },
  });
  expect(await pay(5000)).toMatchObject({ status: 201, body: { learned: "タナカ ジロウ", unapplied: 0 } });
  expect(await pay(5000)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("登録済み") },
  });
  expect((await yamada.get(`/invoices/${august.key}`)).body).toMatchObject({ open: 0 });
  const { items } = (await yamada.get("/bank/payers")).body;
  expect(items).toMatchObject([{ name: "タナカ ジロウ", buyer_id: "tanaka" }]);
  const september = await invoice(202609, "2026-09-01", "7000");
  await upload(yamada, csv([["2026/10/20", 7700, "振込　ﾀﾅｶ ｼﾞﾛｳ"]]), { account_key });
  expect(await rowsOf("state=sure")).toMatchObject([
    {
      amount: 7700,
      parts: [{ invoice_key: september.key }],
      reason: expect.stringContaining("覚えている振込名義"),
    },
  ]);
  expect((await yamada.delete(`/bank/payers/${items[0].key}`)).status).toBe(200);
  expect(await rowsOf("from=2026-10-20")).toMatchObject([{ state: "likely", confidence: "low" }]);

  const exclude = (reason?: string) => yamada.post(`/bank/rows/${other.key}/exclude`, { reason });
  expect((await exclude()).status).toBe(422);
  expect((await exclude("貸付金の返済")).body).toMatchObject({ state: "excluded", reason: "貸付金の返済" });
  expect((await exclude("もう一度")).status).toBe(409);
  expect(
    (
      await yamada.post(`/bank/rows/${other.key}/payment`, {
        buyer_id: "tanaka",
        payment_date: "2026-07-23",
        lines: [{ kind: "transfer", amount: 5000 }],
      })
    ).status,
  ).toBe(409);
  expect((await yamada.post(`/bank/rows/${other.key}/restore`)).body).toMatchObject({ state: "unknown" });
  expect((await yamada.post(`/bank/rows/${other.key}/restore`)).status).toBe(409);
  expect((await yamada.post(`/bank/rows/${row.key}/exclude`, { reason: "x" })).status).toBe(409);
  expect(await broken()).toEqual([]);
});

test("a cancelled receipt frees its row; money registered before its row came is joined, never booked twice", async () => {
  const rest = { ...july, row: (await rowsOf("state=done&q=2200"))[0] };
  const { version } = (await yamada.get(`/payments/${rest.row.payment_key}`)).body;
  const cancel = { reason: "取引先の間違い", version };
  expect((await yamada.post(`/payments/${rest.row.payment_key}/cancel`, cancel)).status).toBe(201);
  const freed = async () => (await yamada.get(`/bank/rows/${rest.row.key}`)).body;
  expect(await freed()).toMatchObject({
    state: "sure",
    payment_key: null,
    parts: [{ invoice_key: july.key }],
  });
  const byHand = await yamada.post("/payments", {
    buyer_id: "tanaka",
    payment_date: "2026-07-25",
    lines: [{ kind: "transfer", amount: 2200 }],
    allocations: [{ invoice_key: july.key, amount: 2200 }],
  });
  expect(byHand.status).toBe(201);
  const row = await freed();
  expect(row).toMatchObject({
    state: "likely",
    receipt_key: byHand.body.key,
    reason: expect.stringContaining("同じ金額の入金（2026/7/25(土)）が登録済み"),
  });
  const link = (payment_key: number) => yamada.post(`/bank/rows/${row.key}/link`, { payment_key });
  expect((await link(rest.row.payment_key)).status).toBe(409);
  expect((await link(byHand.body.key)).body).toMatchObject({ state: "done", payment_key: byHand.body.key });
  expect((await link(byHand.body.key)).status).toBe(409);
  expect(await broken()).toEqual([]);
});

test("what is short by a fee is booked as one where a person says so, and only as it was seen", async () => {
  const october = await invoice(202610, "2026-10-01", "30000");
  await upload(yamada, csv([["2026/11/20", 32560, TANAKA]]), { account_key });
  const [row] = await rowsOf("from=2026-11-20&min=32560&max=32560");
  expect(row).toMatchObject({ state: "likely", confidence: "high", difference: 440 });
  const register = (seen: string) => yamada.post(`/bank/rows/${row.key}/register`, { seen, as: "fee" });
  expect((await register(`${row.seen}9`)).status).toBe(409);
  expect((await yamada.post("/bank/payments", { seen: [row.seen] })).status).toBe(409);
  const done = await register(row.seen);
  expect(done).toMatchObject({ status: 201, body: { settled: [{ amount: 33000 }], learned: null } });
  expect((await yamada.get(`/payments/${done.body.key}`)).body.lines).toMatchObject([
    { kind: "transfer", amount: 32560 },
    { kind: "fee", amount: 440 },
  ]);
  expect((await yamada.get(`/invoices/${october.key}`)).body).toMatchObject({ open: 0 });
  expect(await broken()).toEqual([]);
});

test("a 全銀 file finds its account in 会社情報; another account than the chosen one, or no statement, is refused", async () => {
  const bytes = readFileSync("app/lib/bank/samples/zengin_nyushukkin_03.txt");
  const own = Buffer.from(bytes.toString("latin1").replace("0001234567", "0000012345"), "latin1");
  expect((await upload(yamada, own, { account_key })).body.errors.account_key[0]).toContain("選んだ口座");
  expect((await upload(yamada, own)).body).toMatchObject({ num_rows: 5, num_new: 5, waiting: null });
  expect((await yamada.get("/bank/files")).body.accounts).toHaveLength(2);
  expect((await upload(yamada, bytes)).body).toMatchObject({ num_rows: 0, waiting: expect.any(Number) });
  expect((await upload(yamada, Buffer.from("こんにちは"))).body.errors.file[0]).toContain("銀行の明細として");
  for (const head of [HEAD, "いつ,いくら,だれ\r\n,,\r\n"])
    expect((await upload(yamada, Buffer.from(head))).body.errors.file[0]).toContain("明細の行がありません");
  expect((await upload(yamada, Buffer.from("a"), { account_key: 9_999_999 })).status).toBe(422);
  expect((await rowsOf("from=2026-11-30")).map(({ state }) => state)).toEqual(["unknown"]);

  const part = (file: Buffer) => file.toString("latin1").split("\r\n").slice(0, 7).join("\r\n");
  const end = `9000000001500002${" ".repeat(184)}\r\n`;
  const two = Buffer.from([part(own), part(bytes), end].join("\r\n"), "latin1");
  const first = (await upload(yamada, two)).body;
  expect(first).toMatchObject({ num_rows: 5, num_new: 0, files: [expect.any(Number), expect.any(Number)] });
  expect((await yamada.delete(`/bank/files/${first.waiting}`)).status).toBe(200);
  const again = (await upload(yamada, two)).body;
  expect(again).toMatchObject({ is_repeated: false, num_rows: 0, files: [again.waiting] });
  const read = { bank_name: "ミドリ銀行" };
  const number = "1234567";
  expect((await yamada.post(`/bank/files/${again.waiting}/read`, { ...read, number })).body.num_new).toBe(5);
  expect((await upload(yamada, two)).body).toMatchObject({ is_repeated: true, num_rows: 10, waiting: null });
});

test("unknown columns are chosen once and known by the account's profile; a file may be put away before", async () => {
  const table = (day: string) =>
    iconv.encode(`いつ,いくら,だれ\r\n${day},800,ﾏﾂﾓﾄ\r\n${day},-20,\r\n`, "cp932");
  const { waiting } = (await upload(yamada, table("2026/9/1"))).body;
  expect((await yamada.get(`/bank/files/${waiting}`)).body).toMatchObject({
    asks_columns: true,
    head_line: 1,
  });
  const read = (body: object) =>
    yamada.post(`/bank/files/${waiting}/read`, { account_key, head_line: 1, ...body });
  expect((await read({ date: "いつ" })).body.errors).toHaveProperty("in");
  expect((await read({ date: "いつ", in: "なし" })).body.errors).toHaveProperty("head_line");
  expect((await read({ date: "いつ", in: "いくら", payer: "だれ" })).body).toEqual({
    num_rows: 2,
    num_new: 2,
  });
  expect((await upload(yamada, table("2026/9/2"))).body).toMatchObject({ num_new: 2, waiting: null });
  expect(await stateOf("from=2026-09-02&to=2026-09-02")).toEqual([
    ["マツモト", 800, "unknown"],
    [null, 20, "check"],
  ]);
  const { accounts } = (await yamada.get("/bank/files")).body;
  const other = accounts.at(-1).key as number;
  expect(other).not.toBe(account_key);
  await upload(yamada, table("2026/9/4"), { account_key: other });
  const owner = await t.owner();
  const of = await owner.query("select distinct account_key from bank_row where row_date = '2026-09-04'");
  expect(of.rows).toEqual([{ account_key: String(other) }]);
  // Two accounts at one bank: their files look the same.
  await owner.query(
    "update bank_account a set profile = b.profile from bank_account b where a.key = $1 and b.key = $2",
    [other, account_key],
  );
  const which = (await upload(yamada, table("2026/9/5"))).body;
  expect(which).toMatchObject({ num_rows: 0, waiting: expect.any(Number) });
  expect((await yamada.post(`/bank/files/${which.waiting}/read`, { account_key: other })).body).toEqual({
    num_rows: 2,
    num_new: 2,
  });
  for (const one of [account_key, other])
    expect((await yamada.delete(`/bank/accounts/${one}/profile`)).status).toBe(200);
  const again = (await upload(yamada, table("2026/9/3"))).body;
  expect(again.waiting).not.toBeNull();
  expect((await yamada.delete(`/bank/files/${again.waiting}`)).status).toBe(200);
  expect((await yamada.delete(`/bank/files/${again.waiting}`)).status).toBe(404);
  expect(await broken()).toEqual([]);
});

test("a file without headings: columns by number, remembered; a gap before it is told; what it brought goes again", async () => {
  const bare = (rows: [day: string, amount: number, balance: number][]) =>
    iconv.encode(
      rows.map(([day, amount, balance]) => `${day},${amount},${balance},ﾐｽﾞﾉ\r\n`).join(""),
      "cp932",
    );
  const fileOf = async (one: number) => (await yamada.get(`/bank/files/${one}`)).body.file;
  const take = async (bytes: Buffer, more: object = {}) =>
    (await upload(yamada, bytes, more)).body as { waiting: number | null; files: number[]; num_new: number };
  const first = await take(bare([["2026/3/2", 100, 1100]]));
  expect((await yamada.get(`/bank/files/${first.waiting}`)).body).toMatchObject({
    head_line: 0,
    asks_columns: true,
  });
  const read = (body: object) =>
    yamada.post(`/bank/files/${first.waiting}/read`, { bank_name: "ミズノ信金", number: "5550001", ...body });
  const columns = { date: "1列目", in: "2列目", balance: "3列目", payer: "4列目" };
  expect((await read({ ...columns, head_line: 0, in: "入金" })).body.errors.head_line[0]).toContain(
    "列の番号で",
  );
  expect((await read({ ...columns, head_line: 0, in: "3列目", date: "2列目" })).body.errors).toHaveProperty(
    "head_line",
  );
  expect((await read({ ...columns, head_line: 0 })).body).toEqual({ num_rows: 1, num_new: 1 });
  const key = first.files[0]!;
  const { accounts } = (await yamada.get("/bank/files")).body;
  const own = accounts.find(({ label }: { label: string }) => label.includes("5550001")).key;
  const later = await take(bare([["2026/3/20", 50, 1400]]), { account_key: own });
  expect(later).toMatchObject({ waiting: null, num_new: 1 });
  expect((await fileOf(later.files[0]!)).gap).toContain("前回の残高と合いません（2026/3/2(月)まで");
  const between = await take(bare([["2026/3/10", 250, 1350]]), { account_key: own });
  expect([(await fileOf(between.files[0]!)).gap, (await fileOf(later.files[0]!)).gap]).toEqual([null, null]);

  const again = await take(
    bare([
      ["2026/3/10", 250, 1350],
      ["2026/3/20", 50, 1400],
      ["2026/3/21", 7, 1407],
    ]),
    {
      account_key: own,
    },
  );
  expect(again.num_new).toBe(1);
  expect((await yamada.delete(`/bank/files/${later.files[0]}`)).body.detail).toContain(
    "後から取り込んだ「meisai.csv」",
  );
  expect((await yamada.delete(`/bank/files/${again.files[0]}`)).body).toEqual({ num_rows: 1 });
  const [row] = await rowsOf(`file=${later.files[0]}`);
  await yamada.post(`/bank/rows/${row.key}/exclude`, { reason: "利息" });
  expect((await sato.delete(`/bank/files/${later.files[0]}`)).status).toBe(404);
  expect((await yamada.delete(`/bank/files/${later.files[0]}`)).body).toEqual({ num_rows: 1 });
  expect((await yamada.get(`/bank/rows/${row.key}`)).status).toBe(404);
  expect(await take(bare([["2026/3/20", 50, 1400]]), { account_key: own })).toMatchObject({ num_new: 1 });

  const [held] = await rowsOf(`file=${key}`);
  const paid = await yamada.post(`/bank/rows/${held.key}/payment`, {
    buyer_id: "tanaka",
    payment_date: "2026-03-02",
    lines: [{ kind: "transfer", amount: 100 }],
  });
  expect((await yamada.delete(`/bank/files/${key}`)).body.detail).toBe(
    "このファイルの1行を入金に登録しているため、取込を取り消せません。",
  );
  await yamada.post(`/payments/${paid.body.key}/cancel`, { reason: "違う会社" });
  expect((await yamada.delete(`/bank/files/${key}`)).body.detail).toContain("取り消した記録がある");
  expect(await broken()).toEqual([]);
});

test("another company's files, rows, accounts and names are not there; buyers have no bank", async () => {
  const [row] = await rowsOf();
  const [file] = (await yamada.get("/bank/files")).body.items;
  for (const path of [`/bank/rows/${row.key}`, `/bank/files/${file.key}`])
    expect((await sato.get(path)).status).toBe(404);
  expect((await sato.post(`/bank/rows/${row.key}/exclude`, { reason: "x" })).status).toBe(404);
  expect((await sato.post("/bank/payments", { seen: [`${row.key}:tanaka:1:1=1`] })).status).toBe(409);
  expect((await upload(sato, csv(FIRST), { account_key })).status).toBe(404);
  expect((await sato.get("/bank/rows")).body.items).toEqual([]);
  expect((await tanaka.get("/bank/rows")).status).toBe(403);
});
