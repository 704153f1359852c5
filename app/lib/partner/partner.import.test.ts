import { afterAll, beforeAll, expect, test } from "vitest";
import { preview, register } from "~/lib/import/testing.server";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { readClosing, readMaturity, readPay } from "./partner.import";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

test("terms are read as clerks write them", () => {
  expect(["20日", "末日", "月末締め", "２０", "31", "0", "末日前"].map(readClosing)).toEqual([
    20,
    31,
    31,
    20,
    31,
    null,
    null,
  ]);
  expect(["翌月20日払い", "翌々月末払い", "当月末日", "３ヶ月後10日", "翌月", "来月末"].map(readPay)).toEqual(
    [
      { pay_month: 1, pay_day: 20 },
      { pay_month: 2, pay_day: 31 },
      { pay_month: 0, pay_day: 31 },
      { pay_month: 3, pay_day: 10 },
      null,
      null,
    ],
  );
  const days = (maturity: number) => ({ maturity, maturity_unit: "days" });
  expect(["当日", "支払日の６０日後", "２ヶ月後", "90", "0", "年末", "400日"].map(readMaturity)).toEqual([
    days(0),
    days(60),
    { maturity: 2, maturity_unit: "months" },
    days(90),
    days(0),
    null,
    null,
  ]);
});

const FILE = [
  "会社名,コード,区分,担当者,電話番号,メール,住所,締日,支払条件,登録番号,敬称",
  "田中産業機械株式会社,T-001,依頼元,田中 一郎,044-355-7700,,,末日,翌月末払い,T7010705000725,様",
  "佐藤鈑金工業株式会社,S-1,協力会社,,,,,,翌月20日払い,,",
  "株式会社中村,N-1,得意先,中村,03-1234-5678,nakamura@nakamura.example,東京都,20日,翌月20日払い,未登録,",
  "メッキの木村,K-1,外注先,,,,,,,,",
  "だめ商店,D-1,友達,,1,,,32日,来月,T1,",
].join("\n");

test("customers and 協力会社 come in by file: known ones are changed, nobody is invited, the same file again changes nothing", async () => {
  const yamada = await t.as("admin@yamada.example");
  const { body } = await preview(t, yamada, "partner", FILE);
  expect(body).toMatchObject({ num_new: 2, num_changed: 2, num_same: 0, num_wrong: 1 });
  expect(body.rows[0].before).toEqual({
    code: "",
    person: "",
    closing: "20日",
    pay: "翌月20日払い",
    honorific: "御中",
  });
  expect(body.rows[1]).toMatchObject({
    before: { code: "" },
    note: "条件はお相手の会社が決めるため、変更しません",
  });
  expect(Object.keys(body.wrong[0].errors).sort()).toEqual([
    "closing",
    "kind",
    "pay",
    "registration_number",
    "tel",
  ]);
  expect((await register(t, yamada, body.key, true)).body.state).toBe("saved");
  const { items } = (await yamada.get("/partners")).body as { items: Record<string, unknown>[] };
  const row = (name: string) => items.find((one) => one.name === name);
  expect(row("田中産業機械株式会社")).toMatchObject({
    code: "T-001",
    person: "田中 一郎",
    honorific: "sama",
    terms: { is_payment_last_date: true, pay_day: 31 },
  });
  expect(row("株式会社中村")).toMatchObject({
    kind: "buyer",
    state: "uninvited",
    email: "nakamura@nakamura.example",
    terms: { payment_date: 20 },
  });
  expect(row("メッキの木村")).toMatchObject({
    kind: "seller",
    state: "uninvited",
    supplier_terms: { is_payment_last_date: true },
  });
  const again = await preview(t, yamada, "partner", FILE.split("\n").slice(0, 5).join("\n"));
  expect(again.body).toMatchObject({ num_new: 0, num_changed: 0, num_same: 4, num_wrong: 0 });
  const more = await preview(t, yamada, "partner", "会社名,コード,住所\n株式会社中村製作所,N-1,大阪市");
  expect((await register(t, yamada, more.body.key, false)).body.state).toBe("saved");
  expect((await yamada.get("/partners?q=N-1")).body.items).toMatchObject([
    { name: "株式会社中村製作所", address: "大阪市", tel: "03-1234-5678", person: "中村" },
  ]);
});

test("many known partners are changed at once, each with its log; a code that somebody bears or a claim that comes too late is refused", async () => {
  const yamada = await t.as("admin@yamada.example");
  const lines = (code: string, rest: string) =>
    Array.from({ length: 30 }, (_, at) => `取引先${at + 1}株式会社,${code}-${at + 1},${rest}`);
  const head = "会社名,コード,区分,担当者,住所,締日,支払条件,支払方法,満期,取適法,銀行休業日";
  const first = await preview(
    t,
    yamada,
    "partner",
    [head, ...lines("M", "依頼元,山下,大阪市,末日,翌月末払い,でんさい,60日後,未確認,前営業日")].join("\n"),
  );
  expect((await register(t, yamada, first.body.key)).body).toMatchObject({ state: "saved", num_new: 30 });
  const second = await preview(
    t,
    yamada,
    "partner",
    [head, ...lines("M", "依頼元,山上,堺市,20日,翌月10日払い,でんさい,当日,対象,翌営業日")].join("\n"),
  );
  expect(second.body.rows[0].before).toEqual({
    person: "山下",
    address: "大阪市",
    closing: "末日",
    pay: "翌月末払い",
    bank_shift: "前営業日",
    maturity: "60日後",
    toriteki: "未確認",
  });
  expect((await register(t, yamada, second.body.key)).body).toMatchObject({
    state: "saved",
    num_changed: 30,
  });
  const { items } = (await yamada.get("/partners?q=M-30")).body;
  expect(items).toMatchObject([
    {
      person: "山上",
      address: "堺市",
      terms: { is_payment_last_date: false, payment_date: 20, bank_shift: "next" },
    },
  ]);
  const { buyer, contact } = (await yamada.get(`/factories/collaborators/${items[0].id}`)).body;
  expect(buyer).toMatchObject({
    version: 2,
    payment_method: "electronic",
    maturity: 0,
    toriteki: "covered",
    toriteki_judged_by: "山田 太郎",
  });
  expect(contact).toMatchObject({ version: 2 });
  const log = (await yamada.get(`/factories/collaborators/${items[0].id}/activity`)).body.items as {
    kind: string;
    after: object;
  }[];
  expect(log.map((one) => one.kind)).toEqual(["created", "noted", "noted", "facts", "edited"]);
  expect(log.find((one) => one.kind === "facts")!.after).toEqual({ address: "堺市" });
  expect(log.at(-1)!.after).toMatchObject({ payment_date: 20, maturity: 0, toriteki: "covered" });
  const late = await preview(
    t,
    yamada,
    "partner",
    "会社名,支払方法,満期\n取引先1株式会社,でんさい,60日後\n取引先2株式会社,一括決済方式,年末",
  );
  expect(late.body.wrong.map((row: { errors: object }) => row.errors)).toEqual([
    { maturity: [expect.stringContaining("満期を支払日より後にできません")] },
    { maturity: [expect.stringContaining("満期は「当日」")] },
  ]);
  const long = await preview(t, yamada, "partner", "会社名,支払条件\n取引先1株式会社,翌々月末払い");
  expect(long.body.wrong.map((row: { errors: object }) => row.errors)).toEqual([
    { pay: [expect.stringContaining("受領から60日以内")] },
  ]);
  const taken = await preview(
    t,
    yamada,
    "partner",
    "会社名,コード\n取引先1株式会社,M-99\n取引先2株式会社,M-99",
  );
  expect((await register(t, yamada, taken.body.key)).body).toMatchObject({
    state: "failed",
    problem: expect.stringContaining("「M-99」は、すでに使われています"),
  });
});

test("partners are the administrator's to bring in", async () => {
  for (const account of ["genba@yamada.example", "admin@tanaka.example"]) {
    expect((await preview(t, await t.as(account), "partner", "会社名\n新しい会社")).status).toBe(403);
  }
});
