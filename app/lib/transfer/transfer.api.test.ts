import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTransfers } from "~/lib/bank/zengin.transfer";
import { createCollaboration } from "~/lib/company/factory.server";
import { operator } from "~/lib/db/connection.server";
import { diceOf } from "~/lib/sample/world.clock.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addBankDays } from "~/lib/time/bankday";
import { addDays, today, weekday } from "~/lib/time/date";
import { MONTH_END } from "~/lib/time/period";

let t: TestApp;
let admin: Person, keiri: Person, genba: Person, sato: Person, tanaka: Person;
const BASE = { bill_date: addDays(today(), -9), account: "outsourcing", kind: "expense", twice: true };
/** A payment by transfer, as 買掛 records it. */
async function paid(amount: number, partner_id = "sato", more: object = {}): Promise<number> {
  const bill = await keiri.post("/payables/bills", { ...BASE, partner_id, base_0: String(amount) });
  const debts = [{ debt: `b${bill.body.key}` }];
  const made = await keiri.post("/payables/payments", {
    payment_date: today(),
    kind: "transfer",
    debts,
    twice: true,
    ...more,
  });
  expect(made.status).toBe(201);
  return made.body.keys[0];
}
beforeAll(async () => {
  t = await testApp();
  await operator(t.db, (tx) => createCollaboration(tx, "tanaka", "yamada", MONTH_END));
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
const rows = (...payouts: number[]) => payouts.map((payout) => ({ payout }));
const asked = async (amount: number, more: object = {}) => ({
  account_key: await accountKey(),
  pay_date: DAY,
  rows: "rows" in more ? [] : rows(await paid(amount)),
  ...more,
});
const look = async (input: object) => (await keiri.post("/transfers/preview", input)).body;
const make = async (input: object, key?: string, more: object = { twice: true }) =>
  keiri.post("/transfers", { ...input, ...more, seen: (await look(input)).seen }, key);

test("the file is seen before it is made, made once, and is what was asked for", async () => {
  const input = await asked(16_614);
  const seen = await look(input);
  expect(seen).toMatchObject({ num_rows: 1, total: 16_614, num_problems: 0, rows: [{ new_code: 1 }] });
  expect(JSON.stringify(seen)).not.toContain("12345 ");
  expect((await keiri.post("/transfers", { ...input, seen: "0".repeat(16) })).status).toBe(409);
  const made = await make(input, "once", {});
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
  const stale = await admin.post(`${path}/takes`, { num_takes: 0 });
  expect([stale.status, stale.body.detail]).toEqual([409, expect.stringContaining("山本 経子さんが")]);
  expect((await keiri.get(path)).body.num_takes).toBe(1);
  const second = (await admin.post(`${path}/takes`, { num_takes: 1 })).body;
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
  const [one, two] = [await paid(1000), await paid(2000)];
  const input = await asked(0, { rows: rows(one) });
  const { seen } = await look(input);
  const answers = await Promise.all([1, 2, 3].map(() => keiri.post("/transfers", { ...input, seen })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const other = await asked(0, { rows: rows(one, two) });
  expect((await look(other)).rows[0].problems).toEqual(["この支払は、ほかの振込ファイルに入っています"]);
  expect((await make(other)).status).toBe(409);
  const twice = await asked(0, { rows: rows(two, two) });
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

test("the same payments in another order, or with other EDI情報, are the same file", async () => {
  const [one, two] = [await paid(1501), await paid(1502)];
  expect((await make(await asked(0, { rows: rows(one, two) }))).status).toBe(201);
  const turned = [{ payout: two, edi: "ABC" }, { payout: one }];
  const again = await make(await asked(0, { rows: turned, pay_date: addBankDays(DAY, 1) }));
  expect(again).toMatchObject({ status: 409, body: { detail: expect.stringContaining("作成済み") } });
});

test("the same amount to the same payee a few days later is asked about, and goes on with a tick", async () => {
  await make(await asked(5511));
  const near = await asked(5511, { rows: rows(await paid(5511)), pay_date: addBankDays(DAY, 1) });
  expect((await look(near)).twins).toMatchObject([{ pay_date: DAY, amount: 5511 }]);
  expect(await make(near, undefined, {})).toMatchObject({
    status: 422,
    body: { errors: { twice: [expect.stringContaining("二重では")] } },
  });
  const far = { ...near, pay_date: addBankDays(DAY, 9) };
  expect((await look(far)).twins).toEqual([]);
  expect((await make(near)).status).toBe(201);
});

const payoutOf = async (key: number) => (await keiri.get(`/payables/payments/${key}`)).body;

test("what the books have as paid long ago goes into a file only with a tick: it may have been sent already", async () => {
  const key = await paid(5100, "sato", { payment_date: addDays(today(), -8) });
  const asked8 = await asked(5100, { rows: [{ payout: key }] });
  const plan = await look(asked8);
  expect(plan).toMatchObject({ rows: [{ is_past: true }], past: expect.stringContaining("佐藤鈑金工業") });
  expect(await make(asked8)).toMatchObject({
    status: 422,
    body: { errors: { not_sent: [expect.stringContaining("すでに振り込んでいませんか")] } },
  });
  const made = await make(asked8, undefined, { twice: true, not_sent: true });
  expect(made.status).toBe(201);
  await keiri.post(`/transfers/${made.body.key}/void`, { version: 1, reason: "試し" });
});

test("a payment says whether it is in a file; another's, cash and a cancelled one are refused", async () => {
  const one = await paid(700);
  expect(await payoutOf(one)).toMatchObject({ banked: "none", file_key: null, state: "done" });
  const listed = (await keiri.get("/payables/payments?banked=none&sort=-payment_date")).body.items;
  expect(listed.map(({ key }: { key: number }) => key)).toContain(one);
  const made = (await make(await asked(0, { rows: rows(one) }))).body;
  expect(await payoutOf(one)).toMatchObject({ banked: "made", file_key: made.key });
  await keiri.post(`/transfers/${made.key}/takes`);
  expect(await payoutOf(one)).toMatchObject({ banked: "taken" });
  expect((await keiri.get("/payables/payments?banked=taken")).body.items).toContainEqual(
    expect.objectContaining({ key: one, file_key: made.key }),
  );
  const cash = await paid(50, "sato", { kind: "cash" });
  expect((await look(await asked(0, { rows: rows(cash) }))).rows[0].problems).toEqual([
    "方法が振込ではない支払です",
  ]);
  expect((await payoutOf(cash)).banked).toBeNull();
  const stranger = await sato.post("/transfers/preview", await asked(0, { rows: rows(one) }));
  expect(stranger.status).toBe(404);
  expect((await keiri.post("/transfers/preview", await asked(0, { rows: rows(987_654) }))).status).toBe(404);
});

test("a payment taken back keeps its file from the bank until the rest is made anew", async () => {
  const [one, two] = [await paid(800), await paid(900)];
  const input = await asked(0, { rows: rows(one, two) });
  const before = await look(input);
  const { key } = (await make(input)).body;
  expect((await keiri.post(`/payables/payments/${one}/cancel`, { reason: "誤り" })).status).toBe(201);
  const shown = (await keiri.get(`/transfers/${key}`)).body;
  expect(shown.rows.map((row: { is_cancelled: boolean }) => row.is_cancelled)).toEqual([true, false]);
  expect((await keiri.post(`/transfers/${key}/takes`)).body.detail).toContain("取り消された支払");
  expect((await keiri.post(`/transfers/${key}/void`, { version: 1, reason: "取消のため" })).status).toBe(201);
  expect((await keiri.post("/transfers", { ...input, seen: before.seen })).status).toBe(409);
  expect((await look(input)).rows[0].problems).toEqual(["取り消された支払です"]);
  expect((await make(await asked(0, { rows: rows(two) }))).status).toBe(201);
});

test("a transfer of a day to come is owed until then, and can't be paid twice", async () => {
  const one = await paid(4321, "sato", { payment_date: DAY });
  expect(await payoutOf(one)).toMatchObject({ state: "coming", payment_date: DAY });
  const [{ id }] = (await payoutOf(one)).parts;
  const row = (await keiri.get(`/payables/due?ids=${id}`)).body.items[0];
  expect(row).toMatchObject({ open: 4321, planned: 4321 });
  expect((await keiri.get(`/payables/due?ids=${id}&on=${DAY}`)).body.items).toEqual([]);
  const again = { payment_date: today(), kind: "transfer", debts: [{ debt: id }] };
  expect((await keiri.post("/payables/payments", again)).status).toBe(422);
  const cash = await keiri.post("/payables/payments/preview", { ...again, kind: "cash", payment_date: DAY });
  expect(cash.body.errors.payment_date[0]).toContain("今日まで");
  const far = { ...again, payment_date: addDays(today(), 61) };
  expect((await keiri.post("/payables/payments/preview", far)).body.errors.payment_date[0]).toContain("まで");
  expect((await look(await asked(0, { rows: rows(one) }))).note).toBeNull();
  expect((await keiri.post(`/payables/payments/${one}/cancel`, { reason: "誤り" })).status).toBe(201);
  expect((await keiri.get(`/payables/due?ids=${id}`)).body.items[0]).toMatchObject({ planned: 0 });
});

test("Σ file = Σ payments, fees taken off, whatever is chosen, given up and taken back", async () => {
  await owned("update collaboration set toriteki = 'exempt', fee_bearer = 'payee' where buyer_id = 'yamada'");
  const dice = diceOf(18);
  const open: number[] = [];
  for (let step = 0; step < 12; step += 1) {
    const fee = dice.whole(0, 1) * 440;
    open.push(await paid(dice.whole(500, 90_000), "sato", { fee }));
    const chosen = open.filter(() => dice.whole(0, 2) > 0);
    if (chosen.length === 0) continue;
    const input = await asked(0, { rows: rows(...chosen) });
    const [{ total, num_rows }, made] = [await look(input), await make(input)];
    const payouts = await Promise.all(chosen.map(payoutOf));
    expect(total).toBe(payouts.reduce((sum, { amount, fee: less }) => sum + amount - less, 0));
    const { take } = (await keiri.post(`/transfers/${made.body.key}/takes`)).body;
    const { content } = (await keiri.get(`/transfers/${made.body.key}/takes/${take}`)).body;
    const read = readTransfers(Buffer.from(content, "base64"));
    expect([read.total, read.transfers.length]).toEqual([total, num_rows]);
    if (dice.whole(0, 1) === 0) open.splice(0, open.length, ...open.filter((key) => !chosen.includes(key)));
    else await keiri.post(`/transfers/${made.body.key}/void`, { version: 1, reason: "試し" });
  }
  expect(await owned("select * from check_invariants()")).toEqual([]);
});

test("a day on which no bank pays, an account that is not set up and a payee without one are listed", async () => {
  let sunday = today();
  do sunday = addDays(sunday, 1);
  while (weekday(sunday) !== 0);
  expect((await look(await asked(1, { pay_date: sunday }))).problems[0]).toContain("休業日");
  expect((await look(await asked(1, { pay_date: today() }))).problems[0]).toContain("明日以降");
  const none = await asked(1, { rows: rows(await paid(1, "tanaka")) });
  expect((await look(none)).rows[0].problems).toEqual(["振込先の口座が登録されていません"]);
  expect((await make(none)).body.detail).toContain("振込先の口座が登録されていません");
  expect((await keiri.post("/transfers/preview", await asked(1, { rows: [] }))).status).toBe(422);
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
  expect(await look(input)).toMatchObject({ rows: [{ state: "changed", new_code: 2 }], num_problems: 1 });
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

test("nobody who had a hand in a change confirms it, nor does stopping the others for a minute open it", async () => {
  const before = (await admin.get("/payees/sato")).body;
  const change = async (by: Person, version: number, more: object) =>
    (await by.put("/payees/sato", { ...ACCOUNT, branch_code: "200", number: "", version, ...more })).body;
  const one = await change(admin, before.version, { number: "6666666" });
  const two = await change(keiri, one.version, { name: "ｻﾄｳｺｳｷﾞﾖｳ(ｶ" });
  expect(two).toMatchObject({ state: "changed", cannot_confirm: expect.stringContaining("別の管理者") });
  for (const by of [admin, keiri])
    expect((await by.post("/payees/sato/confirm", { version: two.version })).status).toBe(409);
  await owned(
    "update member set is_admin = true, permissions = '{accounting}' where username like 'genba@yamada%'",
  );
  const done = await genba.post("/payees/sato/confirm", { version: two.version });
  expect(done.body).toMatchObject({ state: "confirmed" });
  const told = await owned(
    "select username from notice where text like '%確認しました' order by key desc limit 3",
  );
  expect(told.map(({ username }) => username.split("@")[0]).sort()).toEqual(["admin", "genba", "keiri"]);

  const people = (await admin.get("/users")).body.items;
  const ids = people.filter((row: any) => /^(keiri|genba)@/.test(row.email)).map((row: any) => row.id);
  const held = await change(admin, done.body.version, { number: "7777777" });
  expect((await admin.post("/users/stop", { ids })).status).toBe(201);
  expect((await admin.post("/payees/sato/confirm", { version: held.version })).status).toBe(409);
  const last = await change(admin, held.version, { number: "7654321" });
  expect((await admin.post("/payees/sato/confirm", { version: last.version })).status).toBe(409);
  for (const id of ids) expect((await admin.post(`/users/${id}/resume`)).status).toBe(201);
  [keiri, genba] = await t.people("keiri@yamada", "genba@yamada");
  expect((await keiri.post("/payees/sato/confirm", { version: last.version })).body).toMatchObject({
    state: "confirmed",
  });
  // Stopped before the change: they could have looked until then.
  expect((await admin.post("/users/stop", { ids })).status).toBe(201);
  const alone = await change(admin, last.version + 1, { number: "8888888" });
  expect((await admin.post("/payees/sato/confirm", { version: alone.version })).status).toBe(409);
  for (const id of ids) await admin.post(`/users/${id}/resume`);
  [keiri, genba] = await t.people("keiri@yamada", "genba@yamada");
  const back = await change(admin, alone.version, { number: "7654321" });
  expect((await keiri.post("/payees/sato/confirm", { version: back.version })).status).toBe(201);
});

test("a file whose payee has another account since is not given out the first time, and said to be once it was", async () => {
  const [early, late] = [await make(await asked(4100)), await make(await asked(4200))];
  expect((await keiri.post(`/transfers/${early.body.key}/takes`)).status).toBe(201);
  const { version } = (await admin.get("/payees/sato")).body;
  const moved = { ...ACCOUNT, branch_code: "200", number: "5555555", version };
  expect((await admin.put("/payees/sato", moved)).status).toBe(200);
  const rowsOf = async (key: number) => (await keiri.get(`/transfers/${key}`)).body.rows;
  for (const made of [early, late])
    expect(await rowsOf(made.body.key)).toMatchObject([{ is_moved: true, is_cancelled: false }]);
  expect(await keiri.post(`/transfers/${late.body.key}/takes`)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("口座が変わった支払先があります（佐藤") },
  });
  expect((await keiri.post(`/transfers/${early.body.key}/takes`)).body).toMatchObject({ number: 2 });
  const held = (await admin.get("/payees/sato")).body;
  expect((await keiri.post("/payees/sato/confirm", { version: held.version })).status).toBe(201);
  expect((await keiri.post(`/transfers/${late.body.key}/takes`)).status).toBe(409);
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
