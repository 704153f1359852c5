import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { png } from "~/lib/file/testing.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import type { Measured } from "./measurement.schema";

let t: TestApp;
let yamada: Person, genba: Person, tanaka: Person, sato: Person;
let outer: number, look: number, photo: number;
beforeAll(async () => {
  t = await testApp();
  [yamada, genba, tanaka, sato] = await t.people(
    "admin@yamada",
    "genba@yamada",
    "admin@tanaka",
    "admin@sato",
  );
  const { version } = (await yamada.get("/factories/self/meta")).body;
  const limits = { lower_limit: "9.95", upper_limit: "10.05", unit: "mm", digits: 2 };
  const { record_items } = (
    await yamada.put("/factories/self/meta/record_items", {
      version,
      items: [
        { label: "外径", kind: "number", group_id: 3, is_required: true, ...limits },
        { label: "外観", kind: "choice", group_id: 3, choices: "良、キズ", ng_choices: "キズ" },
        { label: "現物", kind: "photo", group_id: 4 },
      ],
    })
  ).body;
  [outer, look, photo] = record_items.map((one: any) => one.item_id);
});
afterAll(async () => {
  const who = { company_id: "yamada", username: "admin@yamada.example" };
  const wrong = await tenant(t.db, who, (db) => db.execute(sql`select * from check_invariants()`), "read");
  expect(wrong.rows).toEqual([]);
  await t.stop();
});

async function made() {
  const body = { buyer_id: "tanaka", name: "軸", num_items: "10", order_unit: "piece", unit: "piece" };
  const answer = await yamada.post("/cards", { ...body, group_id: 3 });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as { key: number; id: string; version: number };
}
const finish = (key: number, version: number, values: [number, string][], more: object = {}) =>
  yamada.post(`/cards/${key}/finish`, {
    version,
    values: values.map(([item_id, value]) => ({ item_id, value })),
    ...more,
  });
const records = async (key: number, person = yamada): Promise<Measured[]> =>
  (await person.get(`/cards/${key}/measurements`)).body.items;
const brief = (rows: Measured[]) => rows.map((one) => [one.label, one.value ?? one.choice, one.judgement]);
const scan = async (item: object) =>
  (await genba.post("/scans", { items: [item], device_now: new Date().toISOString() })).body.items[0];
const scanned = (card: string, more: object = {}) => ({
  client_id: crypto.randomUUID(),
  act: "finish",
  card,
  device_time: new Date().toISOString(),
  ...more,
});

test("完了 asks for what is 必須 unless a reason is given; what is outside its limits is kept and marked NG", async () => {
  const { key, version } = await made();
  const asked = (await yamada.get(`/cards/${key}/measurements`)).body.asked;
  expect(asked.map((one: any) => one.label)).toEqual(["外径", "外観"]);
  const refused = await finish(key, version, [[look, "良"]]);
  expect(refused).toMatchObject({ status: 422 });
  expect(refused.body.errors.values_reason[0]).toContain("外径");
  expect((await finish(key, version, [[outer, "約10"]])).body.errors["values[0].value"][0]).toContain("数値");
  expect((await finish(key, version, [[999_999, "10"]])).status).toBe(422);
  expect(await records(key)).toEqual([]);
  const values: [number, string][] = [
    [outer, "10.02 １０．０８"],
    [look, "キズ"],
  ];
  expect((await finish(key, version, values)).status).toBe(201);
  expect(brief(await records(key))).toEqual([
    ["外径", "10.02", "ok"],
    ["外径", "10.08", "ng"],
    ["外観", "キズ", "ng"],
  ]);
  const other = await made();
  expect((await finish(other.key, other.version, [], { values_reason: "測定器の校正中" })).status).toBe(201);
  expect(await records(other.key)).toMatchObject([
    { label: "外径", value: null, judgement: null, note: "測定器の校正中" },
  ]);
});

test("再測定 and 訂正 keep what stood before, at its time; nobody replaces what was replaced, and no other company's", async () => {
  const { key, version } = await made();
  expect((await finish(key, version, [[outer, "10.08"]], { next: "stay" })).status).toBe(201);
  const [first] = await records(key);
  const change = async (values: object, person = yamada) =>
    person.post(`/cards/${key}/measurements`, {
      version: (await yamada.get(`/cards/${key}`)).body.card.version,
      measurement_key: first!.key,
      how: "retest",
      reason: "測り直し",
      ...values,
    });
  expect((await change({ value: "10 10" })).status).toBe(422);
  expect((await change({ value: "" })).status).toBe(422);
  expect((await change({ value: "10.01" }, sato)).status).toBe(404);
  expect((await change({ value: "10.01" }, tanaka)).status).toBe(403);
  expect((await change({ value: "10.01" })).status).toBe(201);
  expect((await change({ value: "10.02" })).status).toBe(404);
  const [last] = await records(key);
  expect(last).toMatchObject({ value: "10.01", judgement: "ok", how: "retest", note: "測り直し" });
  expect(last!.measured_time).toBe(first!.measured_time);
  expect(brief(last!.before as Measured[])).toEqual([["外径", "10.08", "ng"]]);
  expect((await change({ measurement_key: last!.key, how: "void", reason: "別の品" })).status).toBe(201);
  expect(await records(key)).toEqual([]);
  const log = (await yamada.get(`/cards/${key}`)).body.log.filter((one: any) => one.kind === "measured");
  expect(JSON.stringify(log)).toContain("10.08mm");
  expect(JSON.stringify((await tanaka.get(`/cards/${key}`)).body.log)).not.toContain("10.08mm");
});

test("what goes with an undone 完了 counts no more; a scan sent twice records once, one kept on the device at its time", async () => {
  const { key, version, id } = await made();
  const { body } = await finish(key, version, [[outer, "10.00"]]);
  expect((await yamada.post(`/cards/${key}/undo`, { version: body.version })).status).toBe(201);
  expect(await records(key)).toEqual([]);
  expect(await scan(scanned(id))).toMatchObject({ result: "refused", errors: { values_reason: [/外径/] } });
  const device_time = new Date(Date.now() - 60_000).toISOString();
  const kept = scanned(id, { values: [{ item_id: outer, value: "10.09" }], device_time, queued: true });
  const done = await scan(kept);
  expect(done).toMatchObject({ result: "done", detail: expect.stringContaining("規格外1件：外径 10.09mm") });
  expect(await scan(kept)).toMatchObject({ result: "again" });
  expect(brief(await records(key))).toEqual([["外径", "10.09", "ng"]]);
  const other = await made();
  const skipped = scanned(other.id, { skip: true, reason: "測定器なし" });
  expect(await scan(skipped)).toMatchObject({ result: "done" });
  expect(await records(other.key)).toMatchObject([{ value: null, note: "測定器なし" }]);
});

test("a 実績 that counts again brings back what was recorded with it as it stood, and not what was taken back by itself", async () => {
  const { key, version } = await made();
  const done = await finish(key, version, [[outer, "10.00 10.08"]], { next: "stay" });
  expect(done.status).toBe(201);
  const page = async () => (await yamada.get(`/cards/${key}`)).body.card;
  const change = async (measurement_key: number, how: string, value?: string) =>
    expect(
      await yamada.post(`/cards/${key}/measurements`, {
        version: (await page()).version,
        measurement_key,
        how,
        value,
        reason: "試し",
      }),
    ).toMatchObject({ status: 201 });
  const [first, second] = await records(key);
  await change(first!.key, "retest", "10.03");
  const { work_key } = first!;
  const counts = async (is_void: boolean) => {
    const body = { version: (await page()).version, work_key, is_void, reason: "取り違え" };
    expect(await yamada.post(`/cards/${key}/correct`, body)).toMatchObject({ status: 201 });
  };
  await counts(true);
  expect(await records(key)).toEqual([]);
  await counts(false);
  expect(brief(await records(key))).toEqual([
    ["外径", "10.03", "ok"],
    ["外径", "10.08", "ng"],
  ]);
  const back = await records(key);
  expect(back.map(({ how, note }) => [how, note])).toEqual([
    ["retest", "試し"],
    ["restored", null],
  ]);
  expect(back.map((one) => one.measured_time)).toEqual([first!.measured_time, second!.measured_time]);
  await change(back[1]!.key, "void");
  await counts(true);
  await counts(false);
  expect(brief(await records(key))).toEqual([["外径", "10.03", "ok"]]);
});

test("a 実績 taken back with its 完了 comes back with its values, one that was only reopened without them", async () => {
  const { key, version } = await made();
  const post = async (act: string, body: object = {}) => {
    const answer = await yamada.post(`/cards/${key}/${act}`, {
      version: (await yamada.get(`/cards/${key}`)).body.card.version,
      ...body,
    });
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
  };
  await finish(key, version, [[outer, "10.00"]]);
  const [{ work_key }] = (await records(key)) as [Measured];
  await post("undo");
  await post("correct", { work_key, reason: "やはり数える" });
  expect(brief(await records(key))).toEqual([["外径", "10", "ok"]]);
  const other = await made();
  const of =
    (act: string, body: object = {}) =>
    async () => {
      const now = (await yamada.get(`/cards/${other.key}`)).body.card.version;
      const answer = await yamada.post(`/cards/${other.key}/${act}`, { version: now, ...body });
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
    };
  await of("start")();
  await of("finish", { values: [{ item_id: outer, value: "10.01" }] })();
  const [{ work_key: begun }] = (await records(other.key)) as [Measured];
  await of("undo")();
  await of("correct", { work_key: begun, is_void: true, reason: "別のカード" })();
  await of("correct", { work_key: begun, is_void: false, reason: "やはり数える" })();
  expect(await records(other.key)).toEqual([]);
});

test("a photo is the value of its item", async () => {
  const { key, version } = await made();
  const after = (await finish(key, version, [[outer, "10"]])).body.version;
  const bytes = await png(4, 4);
  const sent = await yamada.upload(`/cards/${key}/finish`, [{ name: "a.png", bytes }], {
    version: String(after),
    photo_items: String(photo),
  });
  expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 201 });
  const shot = (await records(key)).find(({ kind }) => kind === "photo");
  expect(shot).toMatchObject({ choice: "撮影済", judgement: "ok", photos: [{ name: "a.png" }] });
});

test("a photo taken at a scanned 完了 is asked for, comes after it once, and counts; another's scan is not found", async () => {
  const { key, version, id } = await made();
  expect((await finish(key, version, [[outer, "10.00"]])).status).toBe(201);
  expect((await yamada.get(`/cards/${key}`)).body.card.group_id).toBe(4);
  const shot = { ...scanned(id), values: [{ item_id: photo, value: "taken" }] };
  expect(await scan(shot)).toMatchObject({ result: "done" });
  const [, coming] = await records(key);
  expect(coming).toMatchObject({ label: "現物", choice: null, judgement: null });
  expect(coming!.note).toBe("写真は端末からこのあと届きます");
  const send = async (client_id: string, item_id: number, person = genba) =>
    person.upload(`/scans/${client_id}/photos`, [{ name: "現物.png", bytes: await png() }], {
      item_id: String(item_id),
    });
  expect((await send(shot.client_id, photo, sato)).status).toBe(404);
  expect((await send(shot.client_id, photo, tanaka)).status).toBe(403);
  expect((await send("nothing", photo)).status).toBe(404);
  expect((await send(shot.client_id, outer)).status).toBe(404);
  expect((await send(shot.client_id, photo)).status).toBe(201);
  expect((await send(shot.client_id, photo)).status).toBe(201);
  const [, taken] = await records(key);
  expect(taken).toMatchObject({ choice: "撮影済", judgement: "ok" });
  expect(taken!.photos).toHaveLength(1);
  const undone = scanned(id, { act: "undo", undoes: shot.client_id });
  expect(await scan(undone)).toMatchObject({ result: "done" });
  expect(await send(shot.client_id, photo)).toMatchObject({
    status: 404,
    body: { detail: expect.stringContaining("取り消された") },
  });
});
