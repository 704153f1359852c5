import { afterAll, beforeAll, expect, test } from "vitest";
import { PDF } from "~/lib/file/testing.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { orderPaper } from "./order.paper";

let t: TestApp;
let tanaka: Person, suzuki: Person, yamada: Person, genba: Person;
let product_id: number;
let foreign: number;

beforeAll(async () => {
  t = await testApp();
  [tanaka, suzuki, yamada, genba] = await t.people(
    "admin@tanaka",
    "admin@suzuki",
    "admin@yamada",
    "genba@yamada",
  );
  const of = async (person: Person) => (await person.get("/products?seller_id=yamada&size=5")).body.items;
  product_id = (await of(tanaka))[4].product_id;
  foreign = (await of(suzuki))[0].product_id;
});
afterAll(() => t.stop());

const input = (lines: object[], more: object = {}) => ({
  seller_id: "yamada",
  order_date: today(),
  delivery_date: addDays(today(), 20),
  destination: "第三工場",
  inspection_days: 7,
  lines,
  ...more,
});
const send = async (lines: object[], more: object = {}) =>
  (await tanaka.post("/orders", input(lines, more))).body.key as number;
const read = async (key: number) => (await tanaka.get(`/orders/${key}`)).body;
const previous = async (key: number, who = tanaka) => (await who.get(`/orders/${key}/previous`)).body;

test("a repeated product is told from the last order that stood, to both sides and to nobody else", async () => {
  const line = { product_id, drawing_revision: "A", num_items: "10", unit_price: "100" };
  const first = await send([line]);
  const off = await send([{ ...line, num_items: "77" }]);
  await tanaka.post(`/orders/${off}/cancel`, { reason: "誤り" });
  const changed = { ...line, drawing_revision: "B", num_items: "25", unit_price: "120.5", note: "面取り" };
  const check = (
    await tanaka.post("/orders/check", input([changed, { name: "新規", num_items: "1", unit_price: "1" }]))
  ).body;
  expect(check.compared[0].previous).toMatchObject({ order_key: first, num_items: "10" });
  expect(check.compared[0].differences.map((one: { field: string }) => one.field)).toEqual([
    "drawing_revision",
    "num_items",
    "unit_price",
    "note",
  ]);
  expect(check.compared[1]).toEqual({
    previous: null,
    differences: [],
    drawing: null,
    previous_drawing: null,
  });

  const second = await send([changed], { destination: "本社" });
  const [told] = (await previous(second)).lines;
  expect([told.previous.order_key, told.differences.length]).toEqual([first, 5]);
  const card = (await read(second)).lines[0].card.key;
  expect((await yamada.get(`/cards/${card}/previous`)).body.line).toEqual({ ...told });
  // How many the line has now is no word of a part of it.
  expect((await yamada.post(`/cards/${card}/accept`, { version: 1 })).status).toBe(201);
  const { version } = (await yamada.get(`/cards/${card}`)).body.card;
  const parts = [{ num_items: "20" }, { num_items: "5" }];
  expect(await yamada.post(`/cards/${card}/divide`, { version, parts })).toMatchObject({ status: 201 });
  const [branch] = (await yamada.get(`/cards/${card}/work`)).body.branches;
  const { differences } = (await yamada.get(`/cards/${branch.key}/previous`)).body.line;
  expect(differences).toEqual(told.differences.filter((one: { field: string }) => one.field !== "num_items"));
  // The paper says it below its line.
  const { lines } = orderPaper(
    (await tanaka.get(`/orders/${second}`)).body,
    "order",
    "now",
    await previous(second),
  );
  expect(lines[0]!.below).toMatch(
    /^前回 .+から：改訂 A → B、数量 10個 → 25個、単価 100円\/kg → 120.5円\/kg/m,
  );
  // What was agreed since is what is compared, but on the paper of its first version.
  const asked = { lines: [{ line_no: 1, num_items: "10" }], words: "客先の都合" };
  const amending = `/orders/${second}/amendments`;
  const { key } = (await tanaka.post(amending, asked)).body;
  const { seen } = (await yamada.get(`${amending}/${key}`)).body;
  const answers = [{ item_no: 1, answer: "agreed" }];
  expect((await yamada.post(`${amending}/${key}/answer`, { answers, seen })).status).toBe(201);
  const fields = async (query: string) =>
    (await tanaka.get(`/orders/${second}/previous${query}`)).body.lines[0].differences.map(
      (one: { field: string }) => one.field,
    );
  expect(await fields("")).toEqual(["drawing_revision", "unit_price", "destination", "note"]);
  expect(await fields("?revision=1")).toContain("num_items");
  // The floor sees no price.
  const floor = (await previous(second, genba)).lines[0];
  expect([floor.previous.unit_price, floor.line.unit_price]).toEqual([null, null]);
  expect(JSON.stringify(floor)).not.toMatch(/unit_price","before|120\.5/);
  for (const path of [`/orders/${second}/previous`, `/cards/${card}/previous`])
    expect((await suzuki.get(path)).status).toBe(404);
  expect((await previous(first)).lines[0].previous?.order_key).not.toBe(second);

  const last = (await tanaka.get(`/orders/lines?seller_id=yamada&product_id=${product_id}`)).body.items;
  expect(last.slice(0, 2).map((one: { order_key: number }) => one.order_key)).toEqual([second, first]);
  const other = await tanaka.get(`/orders/lines?seller_id=yamada&product_id=${foreign}`);
  expect(other.body).toEqual({ items: [], agreed: null });
  // What 商品マスタ says of that many, to this pair alone.
  const many = `/orders/lines?seller_id=yamada&product_id=${product_id}&num_items=50&order_date=${today()}`;
  const { agreed } = (await tanaka.get(many)).body;
  const checked = await tanaka.post("/orders/check", input([{ product_id, num_items: "50" }]));
  expect(agreed.unit_price).toBe(checked.body.lines[0].unit_price);
  expect((await suzuki.get(many)).body.agreed).toBeNull();
});

test("of a product on two lines the first is compared with the first, the second with the second", async () => {
  const twice = [
    { product_id, num_items: "7", unit_price: "100" },
    { product_id, num_items: "9", unit_price: "100" },
  ];
  const first = await send(twice);
  const more = [...twice, { product_id, num_items: "11", unit_price: "100" }];
  const { compared } = (await tanaka.post("/orders/check", input(more))).body;
  const told = (of: any[]) => of.map(({ previous: last, differences }) => [last.line_no, differences]);
  const third = [{ field: "num_items", before: expect.stringContaining("9"), after: expect.any(String) }];
  expect(told(compared)).toEqual([
    [1, []],
    [2, []],
    [2, third],
  ]);
  expect(compared[0].previous.order_key).toBe(first);
  const second = await send(more);
  const { lines } = await previous(second);
  expect(told(lines)).toEqual(told(compared));
  const card = (await read(second)).lines[1].card.key;
  expect((await yamada.get(`/cards/${card}/previous`)).body.line).toEqual({ ...lines[1] });
});

test("an order keeps the files and the drawings it was sent with, whatever becomes of them", async () => {
  const drawing = (
    await yamada.upload(`/products/${product_id}/files`, [{ name: "a.pdf", bytes: PDF }], {
      revision: "C",
      is_latest: "on",
    })
  ).body[0];
  const { key: draft } = (
    await tanaka.post("/orders/drafts", { seller_id: "yamada", fields: [["note", "x"]] })
  ).body;
  const at = `/orders/drafts/${draft}/files`;
  expect((await suzuki.upload(at, [{ name: "x.pdf", bytes: PDF }])).status).toBe(404);
  const [whole, own] = (
    await tanaka.upload(at, [
      { name: "仕様.pdf", bytes: PDF },
      { name: "治具.pdf", bytes: PDF },
    ])
  ).body;
  expect((await yamada.bytes(`/files/${whole.key}/content`)).status).toBe(404);
  const line = { product_id, drawing_revision: "C", num_items: "10", unit_price: "100", files: [own.key] };
  const stolen = await suzuki.post("/orders", { ...input([{ ...line, product_id: undefined, name: "x" }]) });
  expect([stolen.status, Object.keys(stolen.body.errors)]).toEqual([422, ["files"]]);

  const key = await send([line], { files: whole.key, draft_key: draft, draft_version: 1 });
  const sent = await previous(key, yamada);
  expect(sent.files.map((one: { name: string }) => one.name)).toEqual(["仕様.pdf"]);
  expect(sent.lines[0].files.map((one: { name: string }) => one.name)).toEqual(["治具.pdf", "a.pdf"]);
  expect(sent.lines[0].drawing).toMatchObject({ name: "a.pdf", revision: "C" });
  const card = (await tanaka.get(`/orders/${key}`)).body.lines[0].card.key;
  const shown = (await yamada.get(`/cards/${card}/files`)).body.inherited.map(
    (one: { name: string }) => one.name,
  );
  expect(shown).toEqual(expect.arrayContaining(["仕様.pdf", "治具.pdf", "a.pdf"]));

  // Before the next one goes out both drawings are to be seen.
  await yamada.upload(`/products/${product_id}/files`, [{ name: "b.pdf", bytes: PDF }], { revision: "D" });
  const next = input([{ ...line, files: [], drawing_revision: "D" }]);
  const [compared] = (await tanaka.post("/orders/check", next)).body.compared;
  expect(compared).toMatchObject({
    drawing: { name: "b.pdf", revision: "D" },
    previous_drawing: { name: "a.pdf", revision: "C", key: sent.lines[0].drawing.key },
  });

  await yamada.delete(`/files/${drawing.key}`);
  const kept = (await previous(key)).lines[0].drawing.key;
  expect((await tanaka.bytes(`/files/${kept}/content`)).status).toBe(200);
  expect((await yamada.bytes(`/files/${kept}/content`)).status).toBe(200);
  expect((await suzuki.bytes(`/files/${kept}/content`)).status).toBe(404);
  const refused = await tanaka.delete(`/files/${kept}`);
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining("控えとして残ります")]);
});
