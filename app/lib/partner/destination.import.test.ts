import { afterAll, beforeAll, expect, test } from "vitest";
import { preview, register } from "~/lib/import/testing.server";
import { type TestApp, testApp } from "~/lib/server/testing.server";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

test("one's own 納入先 come in by file: known names are changed, what the file has no column for stays, one is the usual one", async () => {
  const tanaka = await t.as("admin@tanaka.example");
  const path = "/factories/tanaka/destinations";
  const before = (await tanaka.get(path)).body.items as {
    name: string;
    address: string;
    is_default: boolean;
  }[];
  const usual = before.find((one) => one.is_default)!;
  const { body } = await preview(
    t,
    tanaka,
    "destination",
    `名称,受付時間,既定\n厚木 組立センター,8:00〜15:00,\n第三工場,,○\n${usual.name},,\n第四工場,,○\n,,\n第五工場,,多分`,
  );
  expect(body).toMatchObject({ num_new: 1, num_wrong: 2 });
  expect(body.wrong.map((row: { errors: object }) => row.errors)).toEqual([
    { is_default: ["既定の納入先は会社ごとに一つです（3行目も既定です）"] },
    { is_default: [expect.stringContaining("「多分」は使えません")] },
  ]);
  expect((await register(t, tanaka, body.key, true)).body.state).toBe("saved");
  const after = (await tanaka.get(path)).body.items as Record<string, unknown>[];
  expect(after.filter((one) => one.is_default).map((one) => one.name)).toEqual(["第三工場"]);
  const atsugi = before.find((one) => one.name.startsWith("厚木"))!;
  expect(after.find((one) => String(one.name).startsWith("厚木"))).toMatchObject({
    name: "厚木 組立センター",
    hours: "8:00〜15:00",
    address: atsugi.address,
  });
  expect(after).toHaveLength(before.length + 1);
  const again = await preview(t, tanaka, "destination", "納入先名,既定\n第三工場,既定");
  expect(again.body).toMatchObject({ num_new: 0, num_changed: 0, num_same: 1 });
});

test("a factory notes its customers' places by file: they stay its own, and the customer's own are not touched", async () => {
  const [yamada, tanaka, suzuki] = await Promise.all(
    ["admin@yamada.example", "admin@tanaka.example", "admin@suzuki.example"].map((one) => t.as(one)),
  );
  const text =
    "得意先,納入先,住所\n田中産業機械,川崎 裏門,川崎市\n鈴木電装,刈谷倉庫,刈谷市\n田中産業機械,川崎工場 受入,大阪市\n知らない商店,倉庫,\n田中産業機械,川崎　裏門,";
  const { body } = await preview(t, yamada!, "place", text);
  expect(body).toMatchObject({ num_new: 2, num_same: 1, num_wrong: 2 });
  expect(body.rows[2]).toMatchObject({
    state: "same",
    note: "お相手の会社が登録した納入先です。変更しません",
  });
  expect(body.wrong.map((row: { errors: object }) => row.errors)).toEqual([
    { buyer: ["依頼元一覧にありません。会社名を確かめてください"] },
    { "": ["2行目と同じものです。どちらかを消してください"] },
  ]);
  expect((await register(t, yamada!, body.key, true)).body.state).toBe("saved");
  const seen = (await yamada!.get("/factories/tanaka/destinations")).body.items as Record<string, unknown>[];
  expect(seen.find((one) => one.name === "川崎 裏門")).toMatchObject({ is_own: true, address: "川崎市" });
  for (const one of [tanaka!, suzuki!]) {
    const { company_id } = (await one.get("/users/self")).body;
    expect(JSON.stringify((await one.get(`/factories/${company_id}/destinations`)).body)).not.toMatch(
      /裏門|刈谷倉庫/,
    );
  }
  const sato = await t.as("admin@sato.example");
  expect((await sato.get(`/imports/${body.key}`)).status).toBe(404);
  expect((await preview(t, sato, "place", "依頼元,納入先\n鈴木電装,裏口")).body).toMatchObject({
    num_new: 0,
    num_wrong: 1,
  });
});

test("納入先 are the administrator's, and a customer's are its factory's", async () => {
  for (const [account, noun] of [
    ["genba@yamada.example", "destination"],
    ["kobai@tanaka.example", "destination"],
    ["genba@yamada.example", "place"],
    ["admin@tanaka.example", "place"],
  ] as const) {
    expect((await preview(t, await t.as(account), noun, "依頼元,納入先\n田中産業機械,倉庫")).status).toBe(
      403,
    );
  }
});
