import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { preview } from "./testing.server";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

// A cell that can't be read beside one that names what is not there: whoever corrects the file is told of
// both at once.
test.each<[noun: string, header: string, row: string, fields: string[]]>([
  [
    "product",
    "商品番号,品名,依頼元,注文単位,単位,単価,適用日,標準工程",
    "N-1,新品,どこかの会社,個,kg,55,13/45,切断 → 昼寝",
    ["buyer", "effective_from", "steps", "unit"],
  ],
  ["product", "商品番号,品名,依頼元,単価", "N-2,,,たかい", ["buyer", "name", "unit_price"]],
  ["price", "商品番号,単価", "どこにもない,たかい", ["code", "unit_price"]],
  [
    "card",
    "依頼元,商品番号,数量,納期,工程",
    "どこかの会社,どこにもない,百,13/45,昼寝",
    ["buyer", "delivery_date", "num_items", "process", "product_code"],
  ],
  ["card", "依頼元,数量", "田中産業機械,百", ["name", "num_items"]],
  ["place", "依頼元,納入先名,郵便番号", "どこかの会社,倉庫,1", ["buyer", "postal_code"]],
  [
    "partner",
    "会社名,TEL,締日,支払条件,支払方法,手数料負担,取適法",
    "新しい会社,1,20日,当月10日払い,でんさい,当方負担,対象",
    ["fee_bearer", "maturity", "pay", "tel"],
  ],
  [
    "process",
    "工程名,役割,標準滞留日,外注先",
    "昼寝,,百,どこかの会社",
    ["default_collab_id", "role", "standard_days"],
  ],
  ["record", "項目名,種類,工程,下限", "外径,数値,昼寝,百", ["group_id", "lower_limit"]],
])("%s %s: everything that is wrong with a row is told in one round", async (noun, header, row, fields) => {
  const yamada = await t.as("admin@yamada.example");
  const { body } = await preview(t, yamada, noun, `${header}\n${row}`);
  expect(body.wrong.map((one: { errors: object }) => Object.keys(one.errors).sort())).toEqual([fields]);
});
