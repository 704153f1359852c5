import { afterAll, beforeAll, expect, test } from "vitest";
import { png } from "~/lib/file/testing.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";

let t: TestApp;
let yamada: Person, tanaka: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, tanaka, sato] = await t.people("admin@yamada", "admin@tanaka", "admin@sato");
});
afterAll(() => t.stop());

async function photographed() {
  const card = await yamada.post("/cards", {
    buyer_id: "tanaka",
    name: "写真の品",
    num_items: "20",
    order_unit: "piece",
    unit: "piece",
    group_id: 3,
  });
  const { key, version } = card.body;
  const { reasons } = (await yamada.get(`/cards/${key}/work`)).body;
  const { reason_id } = reasons.find((one: any) => one.kind === "defect");
  const bytes = await png(6, 5);
  const sent = await yamada.upload(`/cards/${key}/finish`, [{ name: "傷.png", bytes }], {
    version: String(version),
    num_good: "18",
    num_defective: "2",
    reason_id: String(reason_id),
    next: "stay",
  });
  expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 201 });
  const { items } = (await yamada.get("/bi/defective?size=1000")).body;
  const { tick } = items.find((row: any) => row.card_id === card.body.id);
  return { key, tick };
}

test("a photo marked 社内のみ stays in the factory when the 不良報告書 is sent", async () => {
  const { key, tick } = await photographed();
  const [file] = (await yamada.get(`/cards/${key}/files`)).body.items;
  const inner = await yamada.put(`/files/${file.key}`, { is_inner: true, version: file.version });
  expect(inner, JSON.stringify(inner.body)).toMatchObject({ status: 200 });
  const report = await yamada.post("/reports", { rows: tick, photos: true });
  expect(report).toMatchObject({ status: 201 });
  const { status, body } = await tanaka.get(`/reports/${report.body.key}`);
  expect([status, body.photos]).toEqual([200, []]);
  expect((await yamada.get(`/reports/${report.body.key}`)).body.photos).toEqual([]);
});

test("a 不良報告書 keeps its photos when the one that they were copied from is removed", async () => {
  const { key, tick } = await photographed();
  const report = await yamada.post("/reports", { rows: tick, photos: true });
  expect(report, JSON.stringify(report.body)).toMatchObject({ status: 201 });
  const photos = async () => (await tanaka.get(`/reports/${report.body.key}`)).body.photos;
  const [copy] = await photos();
  expect(copy).toMatchObject({ name: "傷.png" });
  const files = (await yamada.get(`/cards/${key}/files`)).body.items;
  const original = files.find((one: any) => one.name === "傷.png" && one.key !== copy.key);
  expect((await yamada.delete(`/files/${original.key}`)).status).toBe(200);
  expect((await yamada.bytes(`/files/${original.key}/content`)).status).toBe(404);
  expect((await photos()).map((one: any) => one.key)).toEqual([copy.key]);
  const read = await tanaka.bytes(`/files/${copy.key}/content`);
  expect([read.status, read.bytes.subarray(1, 4).toString()]).toEqual([200, "PNG"]);
  expect((await sato.bytes(`/files/${copy.key}/content`)).status).toBe(404);
});
