import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { recordProblems } from "./record";
import { recordInput } from "./record.schema";

let t: TestApp;
let yamada: Person, genba: Person, tanaka: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, genba, tanaka, sato] = await t.people(
    "admin@yamada",
    "genba@yamada",
    "admin@tanaka",
    "admin@sato",
  );
});
afterAll(() => t.stop());

const meta = async (person = yamada) => (await person.get("/factories/self/meta")).body;
const put = async (items: object[], person = yamada) =>
  person.put("/factories/self/meta/record_items", { version: (await meta(person)).version, items });
const item = (values: object) => recordInput.parse({ label: "外径", kind: "number", ...values });

test("an item is refused with its row: two of one name, a choice without words, limits that cross or belong to no number", () => {
  expect(
    recordProblems([item({ lower_limit: "9.9", upper_limit: "10.1" }), item({ group_id: 3 })], [3]),
  ).toEqual({});
  expect(recordProblems([item({}), item({})], [])).toEqual({
    "items[1].label": [expect.stringContaining("2つ")],
  });
  expect(recordProblems([item({ lower_limit: "10.1", upper_limit: "9.9" })], [])).toEqual({
    "items[0].upper_limit": ["上限は下限以上で入力してください"],
  });
  expect(recordProblems([item({ kind: "check", upper_limit: "1" })], [])).toHaveProperty([
    "items[0].upper_limit",
  ]);
  expect(recordProblems([item({ kind: "choice", choices: "良、良" })], [])).toHaveProperty([
    "items[0].choices",
  ]);
  expect(
    recordProblems([item({ kind: "choice", choices: "良、キズ", ng_choices: "打痕" })], []),
  ).toHaveProperty(["items[0].ng_choices"]);
  expect(recordProblems([item({ group_id: 4 })], [3])).toHaveProperty(["items[0].group_id"]);
});

test("items are added, kept by their number, and set aside; one that changes its kind begins anew", async () => {
  const made = await put([
    {
      label: "外径",
      kind: "number",
      lower_limit: "9.95",
      upper_limit: "10.05",
      unit: "mm",
      group_id: 3,
      is_required: true,
    },
    { label: "外観", kind: "choice", choices: "良、キズ、打痕" },
  ]);
  expect(made.body.record_items).toMatchObject([
    {
      label: "外径",
      lower_limit: "9.95",
      upper_limit: "10.05",
      unit: "mm",
      group_id: 3,
      is_required: true,
      choices: [],
    },
    { label: "外観", kind: "choice", choices: ["良", "キズ", "打痕"], group_id: null },
  ]);
  const [size, look] = made.body.record_items;
  const after = await put([
    { ...look, choices: "良、キズ", ng_choices: "キズ" },
    { item_id: size.item_id, label: "外径", kind: "check" },
  ]);
  expect(after.body.record_items).toMatchObject([
    { item_id: look.item_id, choices: ["良", "キズ"], ng_choices: ["キズ"] },
    { label: "外径", kind: "check", lower_limit: null },
  ]);
  expect(after.body.record_items[1].item_id).not.toBe(size.item_id);
  expect((await put([{ ...size, choices: "", ng_choices: "" }])).body.record_items).toMatchObject([
    { item_id: size.item_id, kind: "number" },
  ]);
});

test("another factory's item is not taken, a plain account and a buyer may not change the list", async () => {
  const [own] = (await meta()).record_items;
  expect(
    (await put([{ item_id: own.item_id, label: "盗む", kind: "number" }], sato)).body.errors[
      "items[0].label"
    ],
  ).toHaveLength(1);
  expect((await put([{ label: "x", kind: "number" }], genba)).status).toBe(403);
  expect((await tanaka.put("/factories/self/meta/record_items", { version: 1, items: [] })).status).toBe(403);
  expect((await meta(sato)).record_items).toEqual([]);
});

test("card numbers go on from a higher one and never back", async () => {
  const { version, next_card } = await meta();
  const numbers = (next: number, at: number) =>
    yamada.put("/factories/self/meta/numbers", { version: at, next_card: next });
  expect((await numbers(next_card - 1, version)).body.errors.next_card[0]).toContain("二度使えません");
  expect((await numbers(20_000, version)).body.next_card).toBe(20_000);
  expect(
    (
      await yamada.post("/cards", {
        buyer_id: "tanaka",
        name: "試作",
        num_items: "1",
        order_unit: "piece",
        unit: "piece",
      })
    ).body.id,
  ).toBe("20000");
  expect((await meta()).next_card).toBe(20_001);
});
