import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { keptFields, summaryOf } from "./draft.schema";
import { purgeDrafts } from "./draft.server";

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

const fields: [string, string][] = [
  ["idempotency_key", "k1"],
  ["note", "  至急 "],
  ["lines[0].name", "蓋"],
  ["lines[0].num_items", "１２,x"],
  ["lines[2].product_id_label", "P-7 軸"],
  ["lines[2].num_items", "3"],
];
const draft = { seller_id: "yamada", fields };
const input = {
  seller_id: "yamada",
  order_date: today(),
  delivery_date: addDays(today(), 14),
  destination: "第三工場",
  inspection_days: 7,
  lines: [{ name: "蓋", num_items: "12", unit_price: "80" }],
};

test("a 下書き is told by what it begins with; a ひな形 keeps no day and no number", () => {
  expect(summaryOf(fields)).toEqual({ label: "蓋", num_lines: 2 });
  expect(summaryOf([["lines[0].product_id_label", "P-7 軸　¥128.4/個"]])).toEqual({
    label: "P-7 軸",
    num_lines: 1,
  });
  expect(summaryOf([["lines[0].name", " "]])).toEqual({ label: null, num_lines: 0 });
  const typed: [string, string][] = [
    ["step", "save"],
    ["draft_key", "3"],
    ["order_date", "2026/11/23"],
    ["order_id", "A-1"],
    ["lines[0].delivery_date", "12/1"],
    ["lines[0].name", "蓋"],
  ];
  expect(keptFields(typed, true)).toEqual([["lines[0].name", "蓋"]]);
  expect(keptFields(typed, false)).toEqual(typed.slice(2));
});

test("a 下書き holds what was typed as it was typed, for the company alone, and tells of a colleague's change", async () => {
  const made = await tanaka.post("/orders/drafts", draft);
  expect(made).toMatchObject({ status: 201, body: { version: 1 } });
  const { key } = made.body;
  const path = `/orders/drafts/${key}`;
  expect((await kobai.get(path)).body).toMatchObject({ ...draft, label: "蓋", num_lines: 2 });
  expect((await kobai.get("/orders/drafts")).body.items).toMatchObject([{ key, template_name: null }]);
  expect((await suzuki.get("/orders/drafts")).body.items).toEqual([]);
  for (const answer of [
    await suzuki.get(path),
    await suzuki.post(`${path}/delete`),
    await suzuki.post(`${path}/restore`),
    await suzuki.put(`/orders/templates/${key}`, { template_name: "x", version: 1 }),
    await tanaka.put(`/orders/templates/${key}`, { template_name: "x", version: 1 }),
    await suzuki.post("/orders/drafts", { ...draft, seller_id: "yamada", key, version: 1 }),
    await tanaka.post("/orders/drafts", { ...draft, seller_id: "nobody" }),
  ])
    expect(answer.status).toBe(404);
  expect((await yamada.get("/orders/drafts")).status).toBe(403);

  expect((await kobai.post("/orders/drafts", { ...draft, key, version: 1 })).body.version).toBe(2);
  const late = await tanaka.post("/orders/drafts", { ...draft, key, version: 1 });
  expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining("別の下書きとして保存")]);
  expect((await tanaka.post(`${path}/delete`, { version: 1 })).status).toBe(409);
  expect((await tanaka.post(`${path}/delete`, { version: 2 })).status).toBe(201);
  expect([(await tanaka.get(path)).status, (await tanaka.get("/orders/drafts")).body.items]).toEqual([
    404,
    [],
  ]);
  expect((await kobai.post(`${path}/restore`)).status).toBe(201);
  expect((await kobai.get(path)).body.fields).toEqual(fields);
});

test("what can't be kept is refused, not cut", async () => {
  const statuses = [];
  for (const one of [[["note", "x".repeat(4001)]], [["__proto__.x y", "1"]], [["note", "a\u0000b"]]])
    statuses.push((await tanaka.post("/orders/drafts", { ...draft, fields: one })).status);
  expect(statuses).toEqual([422, 422, 409]);
});

test("sent from a 下書き it is gone, and a colleague who had it open sends nothing twice", async () => {
  const { key } = (await tanaka.post("/orders/drafts", draft)).body;
  const before = (await tanaka.get("/orders")).body.total;
  // The page saved once more between the press and its way: the sender's own, so it goes.
  await tanaka.post("/orders/drafts", { ...draft, key, version: 1 });
  expect((await tanaka.post("/orders", { ...input, draft_key: key, draft_version: 1 })).status).toBe(201);
  const again = await kobai.post("/orders", { ...input, draft_key: key, draft_version: 2 });
  expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining("送信していません")]);
  expect((await tanaka.get("/orders")).body.total).toBe(before + 1);

  const other = (await tanaka.post("/orders/drafts", draft)).body.key;
  await kobai.post("/orders/drafts", { ...draft, key: other, version: 1 });
  const stale = await tanaka.post("/orders", { ...input, draft_key: other, draft_version: 1 });
  expect([stale.status, stale.body.detail]).toEqual([409, expect.stringContaining("変更しました")]);
  expect((await tanaka.get(`/orders/drafts/${other}`)).status).toBe(200);
  const foreign = await suzuki.post("/orders", { ...input, draft_key: other, draft_version: 2 });
  expect([foreign.status, (await tanaka.get(`/orders/drafts/${other}`)).status]).toEqual([409, 200]);
});

test("a ひな形 has a name of its own in the company, and can be renamed, deleted and brought back", async () => {
  const template = { ...draft, template_name: "毎月の蓋" };
  const { key } = (await tanaka.post("/orders/drafts", template)).body;
  const twice = await kobai.post("/orders/drafts", template);
  expect([twice.status, twice.body.errors.template_name[0]]).toEqual([
    422,
    expect.stringContaining("すでに"),
  ]);
  expect((await suzuki.get("/orders/templates")).body.items).toEqual([]);
  const renamed = await kobai.put(`/orders/templates/${key}`, { template_name: "月次", version: 1 });
  expect(renamed.body.version).toBe(2);
  expect((await tanaka.put(`/orders/templates/${key}`, { template_name: "x", version: 1 })).status).toBe(409);
  await tanaka.post(`/orders/drafts/${key}/delete`, { version: 2 });
  const second = (await tanaka.post("/orders/drafts", { ...template, template_name: "月次" })).body.key;
  expect((await tanaka.post(`/orders/drafts/${key}/restore`)).status).toBe(422);
  await tanaka.post(`/orders/drafts/${second}/delete`);
  expect((await tanaka.post(`/orders/drafts/${key}/restore`)).status).toBe(201);
  expect((await kobai.get("/orders/templates")).body.items).toMatchObject([{ key, template_name: "月次" }]);
  const atOnce = await Promise.all(
    [tanaka, kobai, tanaka].map((by) => by.post("/orders/drafts", { ...template, template_name: "年次" })),
  );
  expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  const ownDrafts = (await kobai.get("/orders/drafts")).body.items;
  expect(ownDrafts.every((one: { template_name: string | null }) => one.template_name === null)).toBe(true);
});

test("a draft past its undo goes with its files, and those of no draft after 30 days; what an order or a draft holds stays", async () => {
  const attach = async (draft_key: number) => {
    const bytes = Buffer.from("%PDF-1.4\n%%EOF\n");
    const { body } = await tanaka.upload(`/orders/drafts/${draft_key}/files`, [{ name: "図.pdf", bytes }]);
    return body[0].key as string;
  };
  const made = async () => {
    const { key } = (await tanaka.post("/orders/drafts", draft)).body;
    const file = await attach(key);
    const holding = { ...draft, key, version: 1, fields: [...fields, ["files", file]] };
    await tanaka.post("/orders/drafts", holding);
    return { key, file };
  };
  const [open, deleted, sent, recent] = [await made(), await made(), await made(), await made()];
  for (const { key } of [deleted, recent]) await tanaka.post(`/orders/drafts/${key}/delete`, { version: 2 });
  const order = await tanaka.post("/orders", {
    ...input,
    files: [sent.file],
    draft_key: sent.key,
    draft_version: 2,
  });
  expect(order.status).toBe(201);
  const owner = await t.owner();
  try {
    const past = "now() - interval '31 days'";
    await owner.query(`update file set created_time = ${past} where owner_kind = 'order_draft'`);
    await owner.query(`update order_draft set deleted_time = ${past} where key = $1`, [deleted.key]);
    await purgeDrafts(t.db);
    const left = await owner.query("select key from file where key = any($1)", [
      [open, deleted, sent, recent].map(({ file }) => file),
    ]);
    expect(left.rows.map(({ key }) => key).sort()).toEqual([open.file, recent.file].sort());
    const { rows } = await owner.query("select count(*)::int as num from file_pending");
    expect(rows).toEqual([{ num: 1 }]);
    expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
  } finally {
    await owner.end();
  }
  expect((await tanaka.bytes(`/files/${open.file}/content`)).status).toBe(200);
  expect((await tanaka.post(`/orders/drafts/${recent.key}/restore`)).status).toBe(201);
  expect((await tanaka.post(`/orders/drafts/${deleted.key}/restore`)).status).toBe(404);
});
