import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";

let t: TestApp;
let tanaka: Person, kobai: Person, suzuki: Person, yamada: Person;

beforeAll(async () => {
  t = await testApp();
  [tanaka, kobai, suzuki, yamada] = await t.people(
    "admin@tanaka",
    "kobai@tanaka",
    "admin@suzuki",
    "admin@yamada",
  );
});
afterAll(() => t.stop());

const names = (answer: { body: { items: { name: string }[] } }) => answer.body.items.map((item) => item.name);

test("a company reads itself with its defaults", async () => {
  expect((await tanaka.get("/factories/self")).body).toMatchObject({
    id: "tanaka",
    company_type: "buyer",
    meta: { inspection_days: 7 },
  });
});

test("a buyer sees its factories, a factory its buyers and its two stocks, each only its own", async () => {
  expect(names(await tanaka.get("/factories/collaborators"))).toEqual([
    "佐藤鈑金工業株式会社",
    "山田精機株式会社",
  ]);
  expect(names(await suzuki.get("/factories/collaborators"))).toEqual(["山田精機株式会社"]);
  expect(names(await yamada.get("/factories/collaborators"))).toEqual(
    expect.arrayContaining(["田中産業機械株式会社", "鈴木電装株式会社", "商品在庫", "部品在庫"]),
  );
  expect(names(await yamada.get("/factories/collaborators?side=seller"))).toEqual(["佐藤鈑金工業株式会社"]);
});

test("destinations are added by their company, read by its factories, and hidden from others", async () => {
  const key = crypto.randomUUID();
  const place = { name: "第二工場　受付", postal_code: "２１０－０８５１", address: "神奈川県川崎市" };
  const [one, two] = await Promise.all([
    tanaka.post("/factories/tanaka/destinations", place, key),
    tanaka.post("/factories/tanaka/destinations", place, key),
  ]);
  expect(one.status).toBe(201);
  expect(two.body).toEqual(one.body);
  expect((await tanaka.post("/factories/tanaka/destinations", { name: "別" }, key)).status).toBe(422);
  const found = (await yamada.get("/factories/tanaka/destinations")).body.items.filter(
    (item: { name: string }) => item.name.startsWith("第二工場"),
  );
  expect(found).toMatchObject([{ postal_code: "210-0851" }]);
  expect((await suzuki.get("/factories/tanaka/destinations")).status).toBe(404);
  expect((await suzuki.post("/factories/tanaka/destinations", place)).status).toBe(404);
});

test.each([
  [{ name: "" }, "name", "納入先名を入力してください"],
  [{ name: "長".repeat(81) }, "name", "納入先名は80文字以内で入力してください"],
  [
    { name: "工場", postal_code: "1".repeat(11) },
    "postal_code",
    "郵便番号は7桁の数字で入力してください（例：123-4567）",
  ],
  [{ name: "工場", address: "長".repeat(201) }, "address", "住所は200文字以内で入力してください"],
  [{ name: "工場", note: "a\u0000" }, "note", "注意書きに使えない文字が含まれています。入力し直してください"],
])("a wrong destination is named in its field: %j", async (place, field, sentence) => {
  const answer = await tanaka.post("/factories/tanaka/destinations", place);
  expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [sentence] } } });
});

test("products are found by what a clerk types; prices are for the accounting permission", async () => {
  const find = async (person: Person, q: string) =>
    (await person.get(`/products?seller_id=yamada&q=${encodeURIComponent(q)}`)).body.items;
  expect((await find(tanaka, "ｙｍ－1001")).map((item: any) => [item.code, item.unit_price])).toEqual([
    ["YM-1001", "128.4"],
  ]);
  expect((await find(tanaka, "TNK-2202")).length).toBe(1);
  expect((await find(kobai, "YM-1001"))[0].unit_price).toBeNull();
  expect(await find(suzuki, "YM-1001")).toEqual([]);
  expect(await find(tanaka, "100%")).toEqual([]);
});

test("processes are the factory's own", async () => {
  expect((await yamada.get("/processes")).body.items[0]).toMatchObject({
    group_id: 1,
    label: "新規依頼",
    role: "inbox",
  });
  expect((await tanaka.get("/processes")).status).toBe(403);
});
