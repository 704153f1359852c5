import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "~/lib/backend/testing.server";
import { preview, register } from "~/lib/import/testing.server";
import { readClosing, readPay } from "./partner.import";

let t: TestApp;
beforeAll(async () => { t = await testApp(); });
afterAll(() => t.stop());

test("terms are read as clerks write them", () => {
  expect(["20日", "末日", "月末締め", "２０", "31", "0", "末日前"].map(readClosing)).toEqual([20, 31, 31, 20, 31, null, null]);
  expect(["翌月20日払い", "翌々月末払い", "当月末日", "３ヶ月後10日", "翌月", "来月末"].map(readPay)).toEqual([
    { pay_month: 1, pay_day: 20 }, { pay_month: 2, pay_day: 31 }, { pay_month: 0, pay_day: 31 }, { pay_month: 3, pay_day: 10 }, null, null]);
});

const FILE = ["会社名,コード,区分,担当者,電話番号,メール,住所,締日,支払条件,登録番号,敬称",
  "田中産業機械株式会社,T-001,依頼元,田中 一郎,044-355-7700,,,末日,翌月末払い,T7010705000725,様",
  "佐藤鈑金工業株式会社,S-1,協力会社,,,,,,翌月20日払い,,",
  "株式会社中村,N-1,得意先,中村,03-1234-5678,nakamura@nakamura.example,東京都,20日,翌月20日払い,未登録,",
  "メッキの木村,K-1,外注先,,,,,,,,",
  "だめ商店,D-1,友達,,1,,,32日,来月,T1,"].join("\n");

test("customers and 協力会社 come in by file: known ones are changed, nobody is invited, the same file again changes nothing", async () => {
  const yamada = await t.as("admin@yamada.example");
  const { body } = await preview(t, yamada, "partner", FILE);
  expect(body).toMatchObject({ num_new: 2, num_changed: 2, num_same: 0, num_wrong: 1 });
  expect(body.rows[0].before).toEqual({ code: "", person: "", closing: "20日", pay: "翌月20日払い", honorific: "御中" });
  expect(body.rows[1]).toMatchObject({ before: { code: "" }, note: "条件はお相手の会社が決めるため、変更しません" });
  expect(Object.keys(body.wrong[0].errors).sort()).toEqual(["closing", "kind", "pay", "registration_number", "tel"]);
  expect((await register(t, yamada, body.key, true)).body.state).toBe("saved");
  const { items } = (await yamada.get("/partners")).body as { items: Record<string, unknown>[] };
  const row = (name: string) => items.find((one) => one.name === name);
  expect(row("田中産業機械株式会社")).toMatchObject({ code: "T-001", person: "田中 一郎", honorific: "sama", terms: { is_payment_last_date: true, pay_day: 31 } });
  expect(row("株式会社中村")).toMatchObject({ kind: "buyer", state: "uninvited", email: "nakamura@nakamura.example", terms: { payment_date: 20 } });
  expect(row("メッキの木村")).toMatchObject({ kind: "seller", state: "uninvited", supplier_terms: { is_payment_last_date: true } });
  const again = await preview(t, yamada, "partner", FILE.split("\n").slice(0, 5).join("\n"));
  expect(again.body).toMatchObject({ num_new: 0, num_changed: 0, num_same: 4, num_wrong: 0 });
  const more = await preview(t, yamada, "partner", "会社名,コード,住所\n株式会社中村製作所,N-1,大阪市");
  expect((await register(t, yamada, more.body.key, false)).body.state).toBe("saved");
  expect((await yamada.get("/partners?q=N-1")).body.items).toMatchObject([{ name: "株式会社中村製作所", address: "大阪市", tel: "03-1234-5678", person: "中村" }]);
});

test("partners are the administrator's to bring in", async () => {
  for (const account of ["genba@yamada.example", "admin@tanaka.example"]) {
    expect((await preview(t, await t.as(account), "partner", "会社名\n新しい会社")).status).toBe(403);
  }
});
