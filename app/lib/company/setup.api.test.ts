import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";

let t: TestApp;
let yamada: Person, genba: Person, sato: Person, suzuki: Person;
let owner: pg.Client;

beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, genba, sato, suzuki] = await t.people(
    "admin@yamada",
    "genba@yamada",
    "admin@sato",
    "admin@suzuki",
  );
});
afterAll(() => t.stop());

const SETUP = "/factories/self/setup";
const left = async (person: Person) =>
  (await person.get(SETUP)).body.steps
    .filter((step: { is_done: boolean; is_later: boolean }) => !step.is_done && !step.is_later)
    .map((step: { label: string }) => step.label);
const run = (statement: string) => owner.query(statement);

test("each line is read from what the company has, and from nothing of its partners", async () => {
  const before = await left(sato);
  expect(before).not.toContain("工程");
  await run(`update product set is_active = false where seller_id = 'sato'`);
  await run(`update factory set address = null, registration_number = null where id = 'sato'`);
  await run(`update member set is_active = false where company_id = 'sato' and not is_admin`);
  expect(await left(sato)).toEqual(["住所とTEL", "登録番号", "最初の商品", "最初の利用者"]);
  await run(`update process set is_active = false where company_id = 'sato'`);
  await run(`update collaboration set is_active = false where seller_id = 'sato'`);
  expect(await left(sato)).toEqual([
    "住所とTEL",
    "登録番号",
    "工程",
    "最初の依頼元",
    "最初の商品",
    "最初の利用者",
  ]);
  expect(await left(yamada)).not.toContain("最初の商品");
});

test("a buyer has a shorter list of its own", async () => {
  await run(`update destination set is_active = false where factory_id = 'suzuki'`);
  expect(await left(suzuki)).toEqual(expect.arrayContaining(["納入先"]));
  expect((await suzuki.get(SETUP)).body.steps).toHaveLength(5);
});

test("an administrator hides it for the company, and shows it again; others see and change nothing", async () => {
  expect((await yamada.put(SETUP, { is_hidden: false })).body.is_hidden).toBe(false);
  expect((await sato.get(SETUP)).body.is_hidden).toBe(true);
  expect((await yamada.put(SETUP, { is_hidden: true })).body.is_hidden).toBe(true);
  expect((await yamada.put(SETUP, { is_hidden: "何か" })).status).toBe(422);
  expect((await genba.get(SETUP)).status).toBe(403);
  expect((await genba.put(SETUP, { is_hidden: false })).status).toBe(403);
});

test("a 免税事業者 says so of its own company, which hides nothing, and takes it back", async () => {
  await run(`update factory set registration_number = null where id = 'sato'`);
  await yamada.put(SETUP, { is_hidden: false });
  expect(await left(sato)).toContain("登録番号");
  expect((await sato.put(SETUP, { is_tax_exempt: "on" })).body.is_hidden).toBe(true);
  expect(await left(sato)).not.toContain("登録番号");
  await run(`update factory set registration_number = null where id = 'yamada'`);
  expect(await left(yamada)).toContain("登録番号");
  await sato.put(SETUP, { is_hidden: true });
  expect(await left(sato)).not.toContain("登録番号");
  await sato.put(SETUP, { is_tax_exempt: "off" });
  expect(await left(sato)).toContain("登録番号");
  expect((await genba.put(SETUP, { is_tax_exempt: "on" })).status).toBe(403);
});
