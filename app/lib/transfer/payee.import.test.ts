import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { preview, register } from "~/lib/import/testing.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";

let t: TestApp;
let owner: pg.Client;
let admin: Person, keiri: Person, tanaka: Person;
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [admin, keiri, tanaka] = await t.people("admin@yamada", "keiri@yamada", "admin@tanaka");
});
afterAll(() => t.stop());

const HEAD = "支払先,銀行コード,銀行名,支店コード,支店名,口座種別,口座番号,口座名義";
const SATO = "佐藤鈑金工業株式会社";
const row = (more: object = {}) => {
  const cells = {
    ...{ name: SATO, bank: "9998", bank_kana: "テストギンコウ", branch: "123", branch_kana: "ミナミ" },
    ...{ kind: "普通", number: "7654321", holder: "サトウバンキン" },
    ...more,
  };
  return Object.values(cells).join(",");
};
const ask = (...rows: string[]) => preview(t, admin, "payee", [HEAD, ...rows].join("\n"));
/** All that the database holds of any import, as text. */
const kept = async () =>
  JSON.stringify(
    (await owner.query("select i.*, r.* from import i left join import_row r on r.import_key = i.key")).rows,
  );

test("accounts come in from a file: masked in the preview, sealed in the database, and told as by the form", async () => {
  const { body } = await ask(row(), row({ name: "どこにもない会社" }), row({ number: "12-345" }));
  expect(body).toMatchObject({ num_new: 1, num_wrong: 2 });
  expect(body.rows[0].shown).toMatchObject({ partner_name: SATO, number: "***4321", kind: "普通" });
  expect(body.wrong.map((one: any) => Object.keys(one.errors))).toEqual([["partner_name"], ["number"]]);
  expect(body.wrong.map((one: any) => one.cells[6])).toEqual(["●●●●", "●●●●"]);
  expect(JSON.stringify(body)).not.toMatch(/7654321|12-345/);
  expect(await kept()).not.toMatch(/7654321|12-345/);
  expect((await ask(row({ number: "***4321" }))).body.wrong[0].errors.number[0]).toContain("伏せた番号です");
  expect((await register(t, admin, body.key, true)).body).toMatchObject({ state: "saved", num_done: 1 });
  expect(await kept()).not.toContain("7654321");
  expect((await admin.get("/payees/sato")).body).toMatchObject({
    state: "first",
    number: "***4321",
    version: 1,
  });
  expect((await admin.get("/payees/sato")).body.log).toMatchObject([
    { after: { payee: expect.stringContaining("***4321") } },
  ]);
});

test("the same account is no change, its mask stands for it, and another number needs the second look", async () => {
  expect((await ask(row())).body).toMatchObject({ num_same: 1, num_changed: 0 });
  expect((await ask(row({ number: "***4321" }))).body).toMatchObject({ num_same: 1 });
  expect((await ask(row({ branch: "124", number: "***4321" }))).body.wrong[0].errors.number[0]).toContain(
    "口座番号も入力",
  );
  const { body } = await ask(row({ number: "1114321" }));
  expect(body.rows[0]).toMatchObject({
    state: "changed",
    before: { number: "***4321" },
    note: expect.stringContaining("ほかの管理者が確認するまで"),
  });
  await register(t, admin, body.key);
  expect((await admin.get("/payees/sato")).body).toMatchObject({ state: "changed", version: 2 });
});

test("another changed the account in between: nothing of the file is saved", async () => {
  const { body } = await ask(row({ number: "2222222" }));
  const { version, changed_time: _, ...now } = (await admin.get("/payees/sato")).body;
  const given = {
    bank_code: now.bank_code,
    bank_kana: "テストギンコウ",
    branch_code: now.branch_code,
    branch_kana: "ミナミ",
  };
  await admin.put("/payees/sato", {
    ...given,
    kind: "普通",
    name: "サトウバンキン",
    number: "3333333",
    version,
  });
  expect((await register(t, admin, body.key)).body).toMatchObject({
    state: "failed",
    problem: expect.stringContaining("他の人が更新しました"),
  });
  expect((await admin.get("/payees/sato")).body.number).toBe("***3333");
});

test("only administrators of a seller with the books bring accounts in", async () => {
  for (const person of [keiri, tanaka])
    expect((await preview(t, person, "payee", `${HEAD}\n${row()}`)).status).toBe(403);
});
