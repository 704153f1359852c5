import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTransfers } from "~/lib/bank/zengin.transfer";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addBankDays } from "~/lib/time/bankday";
import { addDays, today, weekday } from "~/lib/time/date";

let t: TestApp;
let admin: Person, keiri: Person, genba: Person, sato: Person, tanaka: Person;
beforeAll(async () => {
  t = await testApp();
  [admin, keiri, genba, sato, tanaka] = await t.people(
    "admin@yamada",
    "keiri@yamada",
    "genba@yamada",
    "admin@sato",
    "admin@tanaka",
  );
});
afterAll(() => t.stop());

const ACCOUNT = {
  version: 0,
  bank_code: "9998",
  bank_kana: "テストギンコウ",
  branch_code: "123",
  branch_kana: "ミナミ",
  kind: "普通",
  number: "0012345",
  name: "カ）サトウコウギョウ",
};
const PAYING = {
  bank_name: "テスト銀行",
  branch_name: "本店",
  bank_code: "9999",
  bank_kana: "テスト",
  branch_code: "001",
  branch_kana: "ホンテン",
  kind: "普通",
  number: "1234567",
  consignor_code: "1234567890",
  consignor_name: "カ）ヤマダセイキ",
  line_end: "crlf",
};
const DAY = addBankDays(today(), 3);
const owned = async (sql: string, values: unknown[] = []) =>
  (await (await t.owner()).query(sql, values)).rows;

test("a payee is entered by an administrator with the books, sealed at rest, and shown by its last four digits", async () => {
  for (const other of [keiri, genba, tanaka]) {
    expect((await other.put("/payees/sato", ACCOUNT)).status).toBe(403);
    expect((await other.get("/payees")).status).toBe(403);
  }
  expect((await admin.get("/payees/sato")).body).toMatchObject({ state: "none", version: 0, number: null });
  const saved = await admin.put("/payees/sato", ACCOUNT);
  expect(saved).toMatchObject({
    status: 200,
    body: { state: "first", number: "***2345", bank_kana: "ﾃｽﾄｷﾞﾝｺｳ", name: "ｶ)ｻﾄｳｺｳｷﾞﾖｳ", version: 1 },
  });
  const everything = await Promise.all([admin.get("/payees"), admin.get("/payees/sato")]);
  expect(JSON.stringify([saved.body, everything.map(({ body }) => body)])).not.toContain("0012345");
  const [row] = await owned("select * from payee");
  const kept = JSON.stringify([
    row,
    await owned("select * from activity"),
    await owned("select * from notice"),
  ]);
  expect(kept).not.toContain("0012345");
  expect((await admin.put("/payees/sato", ACCOUNT)).status).toBe(409);
  expect((await sato.get("/payees")).body.items).not.toContainEqual(
    expect.objectContaining({ number: "***2345" }),
  );
});

test("what is wrong in a payee is said at its field, all at once", async () => {
  const { body, status } = await admin.put("/payees/tanaka", {
    ...ACCOUNT,
    bank_code: "12",
    bank_kana: "テスト銀行",
    branch_kana: "（ミナミ）",
    number: "12345678",
    name: "カブシキガイシャ".repeat(4),
  });
  expect(status).toBe(422);
  expect(Object.keys(body.errors).sort()).toEqual([
    "bank_code",
    "bank_kana",
    "branch_kana",
    "name",
    "number",
  ]);
  expect((await admin.put("/payees/tanaka", { ...ACCOUNT, number: "" })).body.errors).toEqual({
    number: ["口座番号を入力してください"],
  });
  for (const strange of ["nobody", "yamada", "shohin-zaiko"])
    expect((await admin.put(`/payees/${strange}`, ACCOUNT)).status).toBe(404);
});

test("own accounts to pay from: the one that statements came of is the same, its number stays", async () => {
  expect((await keiri.post("/payings", PAYING)).status).toBe(403);
  const made = await admin.post("/payings", PAYING);
  expect(made).toMatchObject({
    status: 201,
    body: { cannot_pay: null, version: 2, consignor_name: "ｶ)ﾔﾏﾀﾞｾｲｷ" },
  });
  expect((await admin.post("/payings", PAYING)).body.errors).toEqual({ number: ["この口座は登録済みです"] });
  const { number: _, ...change } = PAYING;
  const path = `/payings/${made.body.key}`;
  expect((await admin.put(path, { ...change, version: 1 })).status).toBe(409);
  expect((await admin.put(path, { ...change, version: 2, consignor_code: "12" })).status).toBe(422);
  expect((await admin.put(path, { ...change, version: 2 })).body).toMatchObject({
    version: 3,
    number: "1234567",
  });
  expect((await sato.put(path, { ...change, version: 3 })).status).toBe(404);
  expect((await keiri.get("/payings")).body.items).toHaveLength(1);
});

const accountKey = async () => (await keiri.get("/payings")).body.items[0].key as number;
const rows = (amount: number, payments: string[] = []) => [{ partner_id: "sato", amount, payments }];
const asked = async (amount: number, more: object = {}) => ({
  account_key: await accountKey(),
  pay_date: DAY,
  rows: rows(amount),
  ...more,
});
const look = async (input: object) => (await keiri.post("/transfers/preview", input)).body;
const make = async (input: object, key?: string) =>
  keiri.post("/transfers", { ...input, seen: (await look(input)).seen }, key);

test("the file is seen before it is made, made once, and is what was asked for", async () => {
  const input = await asked(16_614);
  const seen = await look(input);
  expect(seen).toMatchObject({ num_rows: 1, total: 16_614, num_problems: 0, rows: [{ is_new: true }] });
  expect(JSON.stringify(seen)).not.toContain("12345 ");
  expect((await keiri.post("/transfers", { ...input, seen: "0".repeat(16) })).status).toBe(409);
  const made = await make(input, "once");
  expect(made.status).toBe(201);
  const again = await keiri.post("/transfers", { ...input, seen: seen.seen }, "once");
  expect(again.body).toEqual(made.body);
  expect((await make(input)).body.detail).toContain("同じ内容の振込ファイル");
  const path = `/transfers/${made.body.key}`;
  const taken = await keiri.post(`${path}/takes`);
  expect(taken.body.number).toBe(1);
  const file = (await keiri.get(`${path}/takes/${taken.body.take}`)).body;
  const bytes = Buffer.from(file.content, "base64");
  const read = readTransfers(bytes);
  expect(read.total).toBe(16_614);
  expect(read.head).toMatchObject({ 委託者コード: "1234567890", 振込指定日: DAY.slice(5).replace("-", "") });
  expect(read.transfers).toMatchObject([
    { 被仕向銀行番号: "9998", 口座番号: "0012345", 受取人名: "ｶ)ｻﾄｳｺｳｷﾞﾖｳ", amount: 16_614, 新規コード: "1" },
  ]);
  const detail = (await keiri.get(path)).body;
  expect(detail.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
  expect(detail).toMatchObject({ state: "taken", takes: [{ number: 1, taken_name: "山本 経子" }] });
  expect(file.file_name).toBe(`総合振込_${DAY.replaceAll("-", "")}.txt`);
  const second = (await admin.post(`${path}/takes`)).body;
  const other = (await admin.get(`${path}/takes/${second.take}`)).body;
  expect([second.number, other.content === file.content, other.file_name.includes("再作成1")]).toEqual([
    2,
    true,
    true,
  ]);
  expect((await keiri.get(`${path}/takes/${second.take}`)).status).toBe(404);
  expect((await keiri.get(path)).body.state).toBe("again");
  const [kept] = await owned("select sealed from transfer_file");
  expect(kept.sealed).not.toContain(file.content.slice(0, 40));
  for (const [person, status] of [
    [genba, 403],
    [tanaka, 403],
    [sato, 404],
  ] as const) {
    expect((await person.get(path)).status).toBe(status);
    expect((await person.post(`${path}/takes`)).status).toBe(status);
  }
});

test("asked for twice at once it is made once; each payment stands in one file", async () => {
  const input = await asked(1000, { rows: rows(1000, ["payout 1"]) });
  const { seen } = await look(input);
  const answers = await Promise.all([1, 2, 3].map(() => keiri.post("/transfers", { ...input, seen })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const other = await asked(2000, { rows: rows(2000, ["payout 1", "payout 2"]) });
  expect((await look(other)).rows[0].problems).toEqual(["この支払は、ほかの振込ファイルに入っています"]);
  expect((await make(other)).status).toBe(409);
  const twice = await asked(1, { rows: [...rows(1, ["payout 3"]), ...rows(1, ["payout 3"])] });
  expect((await make(twice)).body.detail).toContain("同じ支払が二度");
  const { key } = answers.find(({ status }) => status === 201)!.body;
  const path = `/transfers/${key}`;
  expect((await keiri.post(`${path}/void`, { version: 1 })).body.errors).toHaveProperty("reason");
  expect((await sato.post(`${path}/void`, { version: 1, reason: "x" })).status).toBe(404);
  expect((await keiri.post(`${path}/void`, { version: 1, reason: "日付の誤り" })).status).toBe(201);
  expect((await keiri.post(`${path}/void`, { version: 2, reason: "日付の誤り" })).status).toBe(409);
  expect((await keiri.post(`${path}/takes`)).body.detail).toContain("取りやめた");
  expect((await make(other)).status).toBe(201);
});

test("a day on which no bank pays, an account that is not set up and a payee without one are listed", async () => {
  let sunday = today();
  do sunday = addDays(sunday, 1);
  while (weekday(sunday) !== 0);
  expect((await look(await asked(1, { pay_date: sunday }))).problems[0]).toContain("休業日");
  expect((await look(await asked(1, { pay_date: today() }))).problems[0]).toContain("明日以降");
  const none = await asked(1, { rows: [{ partner_id: "tanaka", amount: 1 }] });
  expect((await look(none)).rows[0].problems).toEqual(["振込先の口座が登録されていません"]);
  expect((await make(none)).body.detail).toContain("振込先の口座が登録されていません");
  expect((await keiri.post("/transfers/preview", await asked(1, { rows: [] }))).status).toBe(422);
  expect((await keiri.post("/transfers/preview", await asked(0))).status).toBe(422);
  const strange = await asked(1, { rows: [{ partner_id: "nobody", amount: 1 }] });
  expect((await keiri.post("/transfers/preview", strange)).status).toBe(404);
});

test("a changed account is told to every administrator and holds the file until another one has looked", async () => {
  await owned("update member set is_admin = true where username = 'keiri@yamada.example'");
  const before = (await admin.get("/payees/sato")).body;
  const moved = { ...ACCOUNT, version: before.version, branch_code: "200", number: "" };
  expect((await admin.put("/payees/sato", moved)).body.errors.number[0]).toContain("口座番号も入力");
  const changed = await admin.put("/payees/sato", { ...moved, number: "7654321" });
  expect(changed.body).toMatchObject({ state: "changed", number: "***4321" });
  const told = await owned(
    "select username, text from notice where title = '振込先の口座' order by key desc limit 2",
  );
  expect(told.map(({ username }) => username).sort()).toEqual([
    "admin@yamada.example",
    "keiri@yamada.example",
  ]);
  expect(told[0].text).toContain("***2345 → ***4321");
  expect(changed.body.log.map(({ kind }: { kind: string }) => kind)).toEqual(["payee", "payee"]);
  expect(changed.body.log[1].after.payee).toContain("***4321");

  const input = await asked(3000);
  expect(await look(input)).toMatchObject({ rows: [{ state: "changed" }], num_problems: 1 });
  expect((await make(input)).body.detail).toContain("口座が変わりました");
  const { version } = changed.body;
  expect((await admin.post("/payees/sato/confirm", { version })).body.detail).toContain("別の管理者");
  expect((await keiri.post("/payees/sato/confirm", { version: version - 1 })).status).toBe(409);
  expect((await keiri.post("/payees/sato/confirm", { version })).body).toMatchObject({ state: "confirmed" });
  expect((await keiri.post("/payees/sato/confirm", { version: version + 1 })).status).toBe(409);
  const made = await make(input);
  expect(made.status).toBe(201);
  const { take } = (await keiri.post(`/transfers/${made.body.key}/takes`)).body;
  const { content } = (await keiri.get(`/transfers/${made.body.key}/takes/${take}`)).body;
  expect(readTransfers(Buffer.from(content, "base64")).transfers).toMatchObject([
    { 口座番号: "7654321", 被仕向支店番号: "200", 新規コード: "2" },
  ]);
  const same = { ...ACCOUNT, version: version + 1, branch_code: "200", number: "7654321" };
  expect((await admin.put("/payees/sato", same)).body).toMatchObject({
    state: "confirmed",
    version: version + 1,
  });
});

test("an account sealed with a secret that is lost is said to be, and entered anew", async () => {
  await owned("update payee set sealed = 'x' where company_id = 'yamada'");
  const { body } = await admin.get("/payees/sato");
  expect(body).toMatchObject({ state: "unreadable", number: null });
  expect((await look(await asked(9))).rows[0].problems[0]).toContain("読み取れません");
  const saved = await admin.put("/payees/sato", { ...ACCOUNT, version: body.version });
  expect(saved.body).toMatchObject({ state: "changed", number: "***2345" });
});

test("nothing is out of order afterwards", async () => {
  expect(await owned("select * from check_invariants()")).toEqual([]);
});
