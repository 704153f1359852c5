import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";

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

const meta = async () => (await yamada.get("/factories/self/meta")).body;
const put = (path: string, body: object) => yamada.put(`/factories/self/meta/${path}`, body);

test("processes are renamed, reordered, added with lanes; cards keep their number and the name they entered under", async () => {
  const card = (
    await yamada.post("/cards", {
      buyer_id: "tanaka",
      name: "試作",
      num_items: "1",
      order_unit: "piece",
      unit: "piece",
      group_id: 4,
    })
  ).body;
  const { version, processes } = await meta();
  expect(processes[3]).toMatchObject({ group_id: 4, label: "曲げ", num_cards: 1, lanes: [] });
  const [inbox, queue, cut, bend, ...rest] = processes;
  const changed = await put("processes", {
    version,
    processes: [
      inbox,
      queue,
      { ...bend, label: "ベンダー", colour: "teal", lanes: [{ label: "1号機" }, { label: "2号機" }] },
      cut,
      { label: "バリ取り", role: "work" },
      ...rest,
    ],
  });
  expect(changed.body.processes.map((one: any) => [one.group_id, one.label])).toEqual([
    [1, "新規依頼"],
    [2, "材料待ち"],
    [4, "ベンダー"],
    [3, "切断"],
    [9, "バリ取り"],
    [5, "溶接"],
    [6, "外注"],
    [7, "検査"],
    [8, "出荷待ち"],
  ]);
  expect((await yamada.get(`/cards/${card.key}`)).body.card).toMatchObject({ group_id: 4, status: "曲げ" });
  expect((await yamada.get("/board")).body.columns.map((one: any) => one.label).slice(2, 5)).toEqual([
    "ベンダー",
    "切断",
    "バリ取り",
  ]);
  const moved = await genba.post(`/cards/${card.key}/finish`, { version: 1 });
  expect(moved.body).toMatchObject({ group_id: 3, status: "切断" });
  expect(
    (
      await genba.post(`/cards/${card.key}/move`, {
        version: moved.body.version,
        group_id: 4,
        subgroup_id: 3,
      })
    ).body.errors.subgroup_id,
  ).toHaveLength(1);
  expect(
    (
      await genba.post(`/cards/${card.key}/move`, {
        version: moved.body.version,
        group_id: 4,
        subgroup_id: 2,
      })
    ).body,
  ).toMatchObject({ subgroup_id: 2, status: "ベンダー" });
});

test("a process with cards is not removed, and says how many; one without leaves the board", async () => {
  const { version, processes } = await meta();
  const without = (group_id: number) => processes.filter((one: any) => one.group_id !== group_id);
  expect(await put("processes", { version, processes: without(4) })).toMatchObject({
    status: 409,
    body: { detail: "「ベンダー」にカードが1枚あります。カードを移動してから削除してください。" },
  });
  const gone = await put("processes", { version, processes: without(5) });
  expect(gone.body.processes.map((one: any) => one.group_id)).not.toContain(5);
  expect((await put("processes", { version, processes })).status).toBe(409);
  expect(
    (await put("processes", { version: gone.body.version, processes })).body.errors["processes[5].label"],
  ).toHaveLength(1);
  expect(
    (await put("processes", { version: gone.body.version, processes: without(1) })).body.errors.processes,
  ).toHaveLength(1);
});

test("時間単価 is the factory's own: set by an admin, read with 会計 and by nobody else", async () => {
  const { version, processes } = await meta();
  const at = processes.findIndex((one: any) => one.role === "inspect");
  const set = (hourly_rate: unknown) =>
    put("processes", {
      version,
      processes: processes.map((one: any, index: number) => (index === at ? { ...one, hourly_rate } : one)),
    });
  expect((await set("四千")).body.errors[`processes[${at}].hourly_rate`]).toHaveLength(1);
  expect((await set("４,０００")).body.processes[at]).toMatchObject({ role: "inspect", hourly_rate: 4000 });
  const seen = (await genba.get("/factories/self/meta")).body.processes[at];
  expect(seen).toMatchObject({ role: "inspect", hourly_rate: null });
});

test("reasons are renamed and set aside, days are set, and only an admin of the factory may", async () => {
  const { version, reasons } = await meta();
  const pauses = reasons.filter((one: any) => one.kind === "pause");
  const after = await put("reasons", {
    version,
    kind: "pause",
    reasons: [{ reason_id: pauses[1].reason_id, label: "材料切れ" }, { label: "停電" }],
  });
  expect(after.body.reasons.filter((one: any) => one.kind === "pause").map((one: any) => one.label)).toEqual([
    "材料切れ",
    "停電",
  ]);
  expect(
    (await put("reasons", { version: version + 1, kind: "treatment", reasons: [{ label: "返品" }] })).body
      .errors["reasons[0].means"],
  ).toHaveLength(1);
  expect((await put("days", { version: version + 1, stall_days: 7, warn_days: 2 })).body).toMatchObject({
    stall_days: 7,
    warn_days: 2,
  });
  expect(
    (await put("days", { version: version + 2, stall_days: 7, warn_days: 2, scan_stay: "0" })).body,
  ).toMatchObject({ scan_stay: 0 });
  expect((await genba.get("/scans/station")).body.stay).toBe(0);
  expect(
    (await put("days", { version: version + 3, stall_days: 7, warn_days: 2, scan_stay: 7 })).body.errors
      .scan_stay[0],
  ).toContain("作業者を覚える時間を選択");
  expect(
    (await genba.put("/factories/self/meta/days", { version: 1, stall_days: 7, warn_days: 2 })).status,
  ).toBe(403);
  expect((await tanaka.get("/factories/self/meta")).status).toBe(403);
  const own = (await sato.get("/factories/self/meta")).body;
  expect(
    (
      await sato.put("/factories/self/meta/reasons", {
        version: own.version,
        kind: "pause",
        reasons: [{ reason_id: pauses[0].reason_id, label: "盗む" }],
      })
    ).status,
  ).toBe(422);
});

test("a trade's template lays out the processes of a factory without cards", async () => {
  const { version } = (await sato.get("/factories/self/meta")).body;
  const laid = await sato.put("/factories/self/meta/template", { version, template: "sheet" });
  expect(laid.body.processes.map((one: any) => one.label)).toEqual([
    "新規依頼",
    "材料待ち",
    "レーザー",
    "曲げ",
    "溶接",
    "塗装（外注）",
    "検査",
    "出荷待ち",
  ]);
  expect((await put("template", { version: (await meta()).version, template: "resin" })).status).toBe(409);
});

test("workers are added, changed and set aside; a PIN is never told", async () => {
  const made = await yamada.post("/workers", {
    name: "佐々木",
    kana: "ササキ",
    group_name: "板金",
    colour: "blue",
    pin: "1234",
  });
  expect(made).toMatchObject({ status: 201, body: { name: "佐々木", has_pin: true, is_active: true } });
  expect(JSON.stringify(made.body)).not.toMatch(/argon|pin_hash/);
  const { worker_id } = made.body;
  expect(
    (await yamada.put(`/workers/${worker_id}`, { version: 1, name: "佐々木 健", is_active: false })).body,
  ).toMatchObject({ name: "佐々木 健", is_active: false, has_pin: true });
  expect((await yamada.get("/workers")).body.items.map((one: any) => one.name)).not.toContain("佐々木 健");
  expect((await yamada.post("/workers", { name: "", pin: "12" })).body.errors).toMatchObject({
    name: expect.anything(),
    pin: expect.anything(),
  });
  expect((await genba.post("/workers", { name: "x" })).status).toBe(403);
  expect((await sato.put(`/workers/${worker_id}`, { version: 2, name: "x" })).status).toBe(404);
});

test("the units in use are what the forms offer, the usual one first; one at least, and only an admin says so", async () => {
  const { version, units } = await meta();
  expect(units).toEqual(["piece", "kg", "set"]);
  expect((await put("units", { version, units: [], first: "kg" })).body.errors.units).toEqual([
    "使う単位を1つ以上選択してください",
  ]);
  expect((await put("units", { version, units: ["kg"], first: "set" })).body.errors.first).toEqual([
    "使う単位から選択してください",
  ]);
  expect((await put("units", { version, units: ["piece", "kg"], first: "kg" })).body.units).toEqual([
    "kg",
    "piece",
  ]);
  expect((await yamada.get("/cards/choices")).body.units).toEqual(["kg", "piece"]);
  const partners = (await tanaka.get("/factories/collaborators?side=seller")).body.items;
  expect(partners.find((one: { id: string }) => one.id === "yamada").units).toEqual(["kg", "piece"]);
  expect(
    (await genba.put("/factories/self/meta/units", { version: version + 1, units: ["set"], first: "set" }))
      .status,
  ).toBe(403);
  expect(
    (await tanaka.put("/factories/self/meta/units", { version: 1, units: ["set"], first: "set" })).status,
  ).toBe(403);
});

test("workers have their processes and their account, stand in the order they are put in, and are set aside together", async () => {
  const all = async () =>
    (await yamada.get("/workers?all=true")).body.items as {
      worker_id: number;
      name: string;
      version: number;
      is_active: boolean;
    }[];
  const [first, second, ...rest] = await all();
  const input = {
    version: first!.version,
    name: first!.name,
    group_ids: ["3", "4"],
    username: "genba@yamada.example",
  };
  expect((await yamada.put(`/workers/${first!.worker_id}`, input)).status).toBe(200);
  expect((await all())[0]).toMatchObject({
    duties: expect.stringMatching(/^切断・./),
    user_name: "山口 現",
    minutes_today: expect.any(Number),
  });
  const wrong = async (change: object) =>
    Object.keys((await yamada.post("/workers", { name: "新人", ...change })).body.errors);
  expect(await wrong({ username: "genba@yamada.example" })).toEqual(["username"]);
  expect(await wrong({ username: "admin@sato.example" })).toEqual(["username"]);
  expect(await wrong({ group_ids: [77] })).toEqual(["group_ids"]);
  expect(
    (await yamada.put("/workers/order", { ids: [second!.worker_id, first!.worker_id, 987_654] })).body.num,
  ).toBe(rest.length + 2);
  expect((await all()).slice(0, 2).map((one) => one.name)).toEqual([second!.name, first!.name]);
  const ids = [first!.worker_id, second!.worker_id];
  expect((await sato.post("/workers/state", { ids, is_active: false })).body.num).toBe(0);
  expect((await yamada.post("/workers/state", { ids, is_active: false })).body.num).toBe(2);
  expect((await all()).filter((one) => ids.includes(one.worker_id)).map((one) => one.is_active)).toEqual([
    false,
    false,
  ]);
  expect((await genba.put("/workers/order", { ids })).status).toBe(403);
});
