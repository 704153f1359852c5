import { afterAll, beforeAll, expect, test } from "vitest";
import { preview, register } from "~/lib/import/testing.server";
import { type TestApp, testApp } from "~/lib/server/testing.server";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

test("a list of workers comes in: known names are changed, what the file does not say stays", async () => {
  const yamada = await t.as("admin@yamada.example");
  const { body } = await preview(
    t,
    yamada,
    "worker",
    "氏名,班,色,PIN,状態\n井上,溶接班,青,1234,有効\n上田,,,,\n遠藤 ﾕｳｺ,検査,,なし,無効\n江口,,紫,12,\n遠藤ゆう子,,,,\n上 田,,,,",
  );
  expect(body).toMatchObject({ num_new: 2, num_changed: 1, num_same: 1, num_wrong: 2 });
  expect(body.rows[0]).toMatchObject({
    state: "changed",
    before: { group_name: "", colour: "", pin: "" },
    shown: { name: "井上", kana: "イノウエ", group_name: "溶接班", colour: "青" },
  });
  expect(body.wrong.map((row: { errors: object }) => row.errors)).toEqual([
    {
      colour: [expect.stringContaining("「紫」は使えません。青・橙")],
      pin: [expect.stringContaining("4〜8桁")],
    },
    { "": ["3行目と同じものです。どちらかを消してください"] },
  ]);
  expect((await register(t, yamada, body.key, true)).body.state).toBe("saved");
  const all = (await yamada.get("/workers?all=true")).body.items;
  expect(all.find((one: { name: string }) => one.name === "井上")).toMatchObject({
    kana: "イノウエ",
    group_name: "溶接班",
    colour: "blue",
    has_pin: true,
    sort: 0,
  });
  expect(all.find((one: { name: string }) => one.name === "遠藤 ユウコ")).toMatchObject({
    group_name: "検査",
    is_active: false,
    has_pin: false,
  });
  expect(all).toHaveLength(7);
});

test("workers are the administrator's", async () => {
  for (const account of ["genba@yamada.example", "admin@tanaka.example"]) {
    expect((await preview(t, await t.as(account), "worker", "氏名\n井上")).status).toBe(403);
  }
});
