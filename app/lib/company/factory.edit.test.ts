import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { termsExample } from "./factory.terms";

let t: TestApp;
let yamada: Person, keiri: Person, tanaka: Person, suzuki: Person;

beforeAll(async () => {
  t = await testApp();
  [yamada, keiri, tanaka, suzuki] = await t.people(
    "admin@yamada",
    "keiri@yamada",
    "admin@tanaka",
    "admin@suzuki",
  );
});
afterAll(() => t.stop());

const account = {
  bank_name: "城南信用金庫",
  branch_name: "羽田支店",
  kind: "普通",
  number: "0012345",
  holder: "ヤマダセイキ(カ",
};
const profile = {
  name: "山田精機株式会社",
  kana: "ヤマダセイキ",
  postal_code: "1440033",
  tel: "０３－３７４４－２１００",
  registration_number: "ｔ 8700110005901",
  bank_accounts: [account],
};
const terms = {
  is_payment_last_date: false,
  payment_date: "20",
  pay_month: "1",
  pay_day: "31",
  amount_rounding: "half_up",
  tax_rounding: "floor",
  inspection_days: "10",
  stall_days: "5",
  warn_days: "3",
};
const version = async () => (await yamada.get("/factories/self")).body.version;
const metaVersion = async () => (await yamada.get("/factories/self")).body.meta.version;

test("the company's profile is saved tidied, by its version, and what it may not say of itself is not read", async () => {
  const now = await version();
  const { status, body } = await yamada.put("/factories/self", {
    ...profile,
    version: now,
    id: "sato",
    company_type: "buyer",
    is_active: false,
    is_stock: true,
    meta: { pay_day: 1 },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: "yamada",
    company_type: "seller",
    postal_code: "144-0033",
    tel: "03-3744-2100",
    registration_number: "T8700110005901",
    address: null,
    version: now + 1,
  });
  expect((await yamada.put("/factories/self", { ...profile, version: now })).status).toBe(409);
});

test.each([
  [{ name: "" }, "name", "会社名を入力してください"],
  [
    { registration_number: "8700110005901" },
    "registration_number",
    "登録番号は先頭に「T」を付けて入力してください",
  ],
  [{ postal_code: "12" }, "postal_code", "郵便番号は7桁の数字で入力してください（例：123-4567）"],
  [{ bank_accounts: [account, account, account, account] }, "bank_accounts", "振込先は3件までです"],
  [
    { bank_accounts: [{ ...account, number: "12-34567" }] },
    "bank_accounts[0].number",
    "口座番号は8桁までの数字で入力してください",
  ],
  [
    { bank_accounts: [account, { ...account, holder: "" }] },
    "bank_accounts[1].holder",
    "口座名義を入力してください",
  ],
])("what is wrong in the profile is said at its field: %j", async (wrong, field, sentence) => {
  expect(
    await yamada.put("/factories/self", { ...profile, ...wrong, version: await version() }),
  ).toMatchObject({ status: 422, body: { errors: { [field]: [sentence] } } });
});

test("rows of bank accounts left blank are none", async () => {
  const blank = { bank_name: "", branch_name: "", kind: "", number: "", holder: "" };
  const { body } = await yamada.put("/factories/self", {
    ...profile,
    bank_accounts: [blank, account, blank],
    version: await version(),
  });
  expect(body.bank_accounts).toEqual([account]);
});

test("closing and payment terms are saved and held to make sense", async () => {
  const { body } = await yamada.put("/factories/self/meta", { ...terms, version: await metaVersion() });
  expect(body.meta).toMatchObject({
    is_payment_last_date: false,
    payment_date: 20,
    pay_day: 31,
    amount_rounding: "half_up",
    inspection_days: 10,
  });
  // Empty: nothing is marked as too early.
  expect(body.meta.early_days).toBeNull();
  for (const [early_days, kept] of [
    ["3", 3],
    ["", null],
  ]) {
    const given = { ...terms, early_days, version: await metaVersion() };
    expect((await yamada.put("/factories/self/meta", given)).body.meta.early_days).toBe(kept);
  }
  const wrong = async (more: object) =>
    (await yamada.put("/factories/self/meta", { ...terms, ...more, version: await metaVersion() })).body
      .errors;
  expect(await wrong({ payment_date: "" })).toEqual({
    payment_date: ["締め日を入力するか、「月末締め」を選んでください"],
  });
  expect(await wrong({ pay_month: 0, pay_day: 5 })).toHaveProperty("pay_day");
  expect(await wrong({ payment_date: 32 })).toHaveProperty("payment_date");
  expect(await wrong({ early_days: "366" })).toHaveProperty("early_days");
  expect((await yamada.put("/factories/self/meta", { ...terms, version: 1 })).status).toBe(409);
});

test("20日締め翌月末払い is told to break the 60 days; 末締め翌月末払い is not", () => {
  expect(
    termsExample({ is_payment_last_date: false, payment_date: 20, pay_month: 1, pay_day: 31 }, "2026-09-25"),
  ).toMatchObject({
    label: "20日締め翌月末払い",
    example: "2026/9/21 ~ 2026/10/20 → 2026/11/30(月) 払い",
    tone: "bad",
    verdict: "60日超",
  });
  expect(
    termsExample({ is_payment_last_date: true, payment_date: null, pay_month: 1, pay_day: 31 }, "2026-11-21"),
  ).toMatchObject({ tone: "warn" });
});

test("the day of payment on a bank holiday is said with the day it moves to, and what a long holiday does to the 60 days", () => {
  const monthEnd = { is_payment_last_date: true, payment_date: null, pay_month: 1, pay_day: 31 };
  expect(termsExample({ ...monthEnd, bank_shift: "previous" }, "2026-11-21")).toMatchObject({
    label: "末締め翌月末払い・銀行休業日は前営業日",
    example: "2026/11/1 ~ 2026/11/30 → 2026/12/30(水) 払い（2026/12/31(木) は銀行休業日）",
    tone: "warn",
  });
  const next = termsExample({ ...monthEnd, bank_shift: "next" }, "2026-11-21");
  expect(next).toMatchObject({ tone: "bad", verdict: "60日超" });
  expect(next.check).toContain("前営業日にしてください");
});

test("only administrators change the company, and the log keeps what it was", async () => {
  expect((await keiri.put("/factories/self", { ...profile, version: await version() })).status).toBe(403);
  expect((await keiri.put("/factories/self/meta", { ...terms, version: await metaVersion() })).status).toBe(
    403,
  );
  const { rows } = await tenant(t.db, { company_id: "yamada", username: "x" }, (tx) =>
    tx.execute<{ kind: string; before: object }>(sql`
    select kind, before from activity where subject = 'factory' order by seq`),
  );
  expect(rows.map((row) => row.kind)).toEqual(["edited", "edited", "terms", "terms", "terms"]);
  expect(rows[2]!.before).toMatchObject({ payment_date: null, amount_rounding: "floor" });
});

test("a company is seen by those it works with, without its bank accounts, and not there for others", async () => {
  const { status, body } = await tanaka.get("/factories/yamada");
  expect([status, body.name, "bank_accounts" in body]).toEqual([200, "山田精機株式会社", false]);
  expect((await suzuki.get("/factories/yamada")).status).toBe(200);
  for (const id of ["tanaka", "sato", "nobody", "__proto__"])
    expect((await suzuki.get(`/factories/${id}`)).status).toBe(404);
});

test("a place is changed and taken out of the lists by its own company alone, by its version", async () => {
  const { destination_id: id } = (await tanaka.post("/factories/tanaka/destinations", { name: "第三倉庫" }))
    .body;
  const path = `/factories/tanaka/destinations/${id}`;
  const changed = await tanaka.put(path, {
    version: 1,
    name: "第三倉庫（南）",
    is_default: "on",
    factory_id: "suzuki",
  });
  expect(changed).toMatchObject({
    status: 200,
    body: { name: "第三倉庫（南）", is_default: true, version: 2 },
  });
  const { items } = (await tanaka.get("/factories/tanaka/destinations")).body;
  expect(items.filter((one: { is_default: boolean }) => one.is_default)).toHaveLength(1);
  expect((await tanaka.put(path, { version: 1, name: "古い" })).status).toBe(409);
  for (const [other, status] of [
    [suzuki, 404],
    [yamada, 403],
  ] as const) {
    expect((await other.put(path, { version: 2, name: "x" })).status).toBe(status);
    expect((await other.delete(path)).status).toBe(status);
  }
  expect((await suzuki.put(`/factories/suzuki/destinations/${id}`, { version: 2, name: "x" })).status).toBe(
    404,
  );
  expect((await tanaka.delete(`${path}?version=2`)).status).toBe(200);
  expect((await tanaka.delete(path)).status).toBe(404);
  expect(JSON.stringify((await yamada.get("/factories/tanaka/destinations")).body)).not.toContain("第三倉庫");
});

test("every call of accounts and companies stands in the OpenAPI document with its schema", async () => {
  const { paths } = await (await fetch(`${t.base}/openapi.json`)).json();
  const named = [
    "get /factories/self",
    "put /factories/self",
    "put /factories/self/meta",
    "get /factories/{id}",
    "get /users/self",
    "put /users/self",
    "get /users",
    "post /users",
    "put /users/{id}",
    "delete /users/{id}",
    "get /factories/{factoryId}/destinations",
    "post /factories/{factoryId}/destinations",
    "put /factories/{factoryId}/destinations/{destinationId}",
    "delete /factories/{factoryId}/destinations/{destinationId}",
    "get /permissions",
    "put /users/self/push_info",
    "get /users/self/notices",
    "put /users/self/notices",
    "put /factories/self/print",
    "post /factories/self/holidays",
    "post /errors",
  ];
  for (const name of named) {
    const [method, path] = name.split(" ") as [string, string];
    expect([name, Object.keys(paths[path]?.[method]?.responses ?? {}).length > 3]).toEqual([name, true]);
    if (method === "put")
      expect([name, paths[path][method].requestBody.content["application/json"].schema.type]).toEqual([
        name,
        "object",
      ]);
  }
});
