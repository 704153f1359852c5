import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { createCard } from "~/lib/task/card.create.server";
import { someone, stored } from "~/lib/task/testing.server";

let t: TestApp;
let genba: Person, sato: Person, tanaka: Person;
beforeAll(async () => {
  t = await testApp();
  [genba, sato, tanaka] = await t.people("genba@yamada", "admin@sato", "admin@tanaka");
});
afterAll(async () => {
  expect(
    (await tenant(t.db, who, (db) => db.execute(sql`select * from check_invariants()`), "read")).rows,
  ).toEqual([]);
  await t.stop();
});

const who = someone("yamada", "seller");

/** Cards in 切断. */
type Picked = { key: number; version: number };

async function cards(num: number, more: object = {}, now = who.now) {
  return tenant(t.db, who, async (db) => {
    const made = [];
    for (let one = 0; one < num; one++) {
      made.push(
        await createCard(
          db,
          { ...who, now },
          {
            seller_id: "yamada",
            buyer_id: "tanaka",
            name: `板${one}`,
            num_items: "10",
            order_unit: "piece",
            unit: "piece",
            num_units: "10",
            group_id: 3,
            status: "切断",
            ...more,
          },
        ),
      );
    }
    return made.map(({ key, version }) => ({ key, version }));
  });
}

test("300 cards move in one go, each with its own entry in the log, and come back", async () => {
  const picked = await cards(300);
  const moved = await genba.post("/cards/move", { cards: picked, group_id: 4, reason: "まとめて" });
  expect(moved).toMatchObject({ status: 201, body: { num_moved: 300, num_failed: 0 } });
  const { row, log } = await stored(t, picked[7]!.key);
  expect(row).toMatchObject({ group_id: 4, status: "曲げ", moved_group: 3, version: 2 });
  expect(log[1]).toMatchObject({
    seq: 2,
    kind: "moved",
    reason: "まとめて",
    before: { group_id: 3 },
    after: { group_id: 4, status: "曲げ" },
  });
  const back = await genba.post("/cards/undo", {
    cards: moved.body.items.map(({ key, version }: any) => ({ key, version })),
  });
  expect(back.body).toMatchObject({ num_moved: 300 });
  expect((await stored(t, picked[7]!.key)).row).toMatchObject({
    group_id: 3,
    status: "切断",
    moved_group: null,
    version: 3,
  });
  expect(
    (await genba.post("/cards/move", { cards: [...picked, ...picked.slice(0, 1)], group_id: 4 })).body.errors
      .cards,
  ).toEqual(["一度に移動できるのは300枚までです"]);
});

test("a trial lists what is to be said first; then the quiet ones move, or all; each failure says why", async () => {
  const [quiet, working, half, shipped, old] = (await cards(5)) as [Picked, Picked, Picked, Picked, Picked];
  const [waiting] = (await cards(1, { group_id: 1, status: "新規依頼", answer: "waiting" })) as [Picked];
  working.version = (await genba.post(`/cards/${working.key}/start`, { version: 1 })).body.version;
  half.version = (
    await genba.post(`/cards/${half.key}/count`, {
      version: 1,
      num_good: "10",
      num_defective: "0",
      num_partial: "0",
    })
  ).body.version;
  shipped.version = (
    await genba.post(`/cards/${shipped.key}/ship`, { version: 1, uncounted: true })
  ).body.version;
  await genba.post(`/cards/${old.key}/urgent`, { version: 1, is_urgent: true });
  const body = {
    cards: [quiet, working, half, shipped, old, waiting, { key: 999999, version: 1 }],
    group_id: 8,
  };
  const trial = await genba.post("/cards/move", { ...body, dry_run: true });
  expect(trial.body).toMatchObject({
    num_moved: 3,
    num_failed: 4,
    counts: { working: 1, parts: 0, left: 2 },
  });
  expect(trial.body.items.map((one: any) => one.detail ?? one.exceptions.join())).toEqual([
    "出荷済みのカードは移動できません。先に出荷を取り消してください。",
    "他の人が更新しました。最新のカードを確認してください。",
    "新規依頼のカードは、承諾してから移動してください。",
    "カードが見つかりません。",
    "left",
    "working,left",
    "",
  ]);
  expect((await stored(t, quiet.key)).row.group_id).toBe(3);
  expect((await genba.post("/cards/move", { ...body, include: "ok" })).body).toMatchObject({
    num_moved: 1,
    num_failed: 6,
  });
  const all = await genba.post("/cards/move", { ...body, cards: [quiet, working] });
  expect(all.body).toMatchObject({ num_moved: 2, num_failed: 0 });
  expect((await genba.get(`/cards/${working.key}/work`)).body).toMatchObject({
    works: [{ is_void: false, work_end: expect.any(String) }],
  });
  const { log } = (await genba.get(`/cards/${working.key}`)).body;
  expect(log.at(-1)).toMatchObject({ kind: "moved", after: { group_id: 8, work_end: expect.any(String) } });
  expect((await genba.post("/cards/undo", { cards: [half] })).body.items[0]).toMatchObject({
    ok: false,
    detail: "他の人が更新しました。最新のカードを確認してください。",
  });
});

test("the told time is the card's, the log stays in order; it lies between the card's coming and now, and who moved it is told", async () => {
  const entered = new Date(Date.now() - 2 * 3_600_000).toISOString();
  const [one, busy] = (await cards(2, {}, entered)) as [Picked, Picked];
  const minute = (from: string | Date, by = 0) =>
    new Date(new Date(from).getTime() + by * 60_000).toISOString().slice(0, 16) + ":00.000Z";
  const body = { cards: [one], group_id: 8 };
  expect(
    (await genba.post("/cards/move", { ...body, moved_time: minute(new Date(), 2) })).body.errors.moved_time,
  ).toHaveLength(1);
  const early = (await genba.post("/cards/move", { ...body, moved_time: minute(entered, -1) })).body;
  expect(early).toMatchObject({
    num_failed: 1,
    items: [{ detail: expect.stringContaining("に入ったのは") }],
  });
  const told = minute(entered, 60);
  const [worker] = (await genba.get("/workers")).body.items;
  const moved = await genba.post("/cards/move", { ...body, moved_time: told, worker_id: worker.worker_id });
  expect(moved.body).toMatchObject({ num_moved: 1 });
  const at = new Date(new Date(told).getTime() + 59_999).toISOString();
  const { row, log } = await stored(t, one.key);
  const instant = (value: unknown) => new Date(String(value)).toISOString();
  expect([
    instant(row.group_update_time),
    instant(row.product_time),
    instant(log[1]!.after.group_update_time),
  ]).toEqual([at, at, at]);
  expect(new Date(log[1]!.at) > new Date(at)).toBe(true);
  expect((await genba.get(`/cards/${one.key}`)).body.log.at(-1).after).toMatchObject({
    "work.mover": worker.name,
  });
  expect(
    (await genba.post("/cards/move", { ...body, worker_id: 999999 })).body.errors.worker_id,
  ).toHaveLength(1);
  busy.version = (await genba.post(`/cards/${busy.key}/start`, { version: 1 })).body.version;
  const begun = (
    await genba.post("/cards/move", { cards: [busy], group_id: 8, moved_time: minute(new Date(), -30) })
  ).body;
  expect(begun.items[0].detail).toContain("着手か中断があります");
});

test("a move that ended the work is taken back with the work going on", async () => {
  const [one] = (await cards(1)) as [Picked];
  const [worker] = (await genba.get("/workers")).body.items;
  one.version = (
    await genba.post(`/cards/${one.key}/start`, { version: 1, worker_ids: [worker.worker_id] })
  ).body.version;
  await genba.post(`/cards/${one.key}/pause`, { version: 2, reason: "段取り替え" });
  const moved = await genba.post("/cards/move", { cards: [{ key: one.key, version: 3 }], group_id: 4 });
  expect(moved.body.items[0].ended).toBe(`${worker.name}さんの切断を終了しました。`);
  expect((await genba.get(`/cards/${one.key}/work`)).body.works[0]).toMatchObject({
    work_end: expect.any(String),
  });
  expect(
    (await genba.post("/cards/undo", { cards: [{ key: one.key, version: moved.body.items[0].version }] }))
      .body.num_moved,
  ).toBe(1);
  expect((await genba.get(`/cards/${one.key}/work`)).body).toMatchObject({
    state: "paused",
    works: [{ work_end: null, pauses: [{ pause_end: null }] }],
  });
  expect((await genba.get(`/cards/${one.key}`)).body.card).toMatchObject({
    worker: worker.name,
    work_end: null,
    group_id: 3,
  });
  // A single move's 元に戻す does the same.
  const single = (await genba.post(`/cards/${one.key}/move`, { version: 5, group_id: 4 })).body;
  await genba.post(`/cards/${one.key}/undo`, { version: single.version });
  expect((await genba.get(`/cards/${one.key}/work`)).body.state).toBe("paused");
});

test("a half-finished lot goes on only with a word on its rest: it stays as a card, or all goes; each comes back whole with 元に戻す", async () => {
  const [one] = (await cards(1, { num_items: "4300" })) as [Picked];
  const stand = async () => {
    const { row } = await stored(t, one.key);
    return [row.group_id, row.num_items, row.num_partial].map(Number);
  };
  const go = (body: object) =>
    genba.post(`/cards/${one.key}/move`, { version: one.version, group_id: 4, ...body });
  one.version = (
    await genba.post(`/cards/${one.key}/count`, {
      version: 1,
      num_good: "0",
      num_defective: "0",
      num_partial: "2150",
    })
  ).body.version;
  const asked = await go({});
  expect(asked).toMatchObject({
    status: 422,
    body: {
      errors: {
        rest: ["「切断」に残り2,150個があります（2,150個まで済み）。残りをどうするかを選んでください"],
      },
    },
  });
  for (const path of ["move", "start"])
    expect(
      (await genba.post(`/cards/${one.key}/${path}`, { version: one.version, group_id: 5 })).body.errors,
      path,
    ).toHaveProperty("rest");
  expect(await stand()).toEqual([3, 4300, 2150]);
  const key = crypto.randomUUID();
  const parted = await genba.post(
    `/cards/${one.key}/move`,
    { version: one.version, group_id: 4, rest: "divide" },
    key,
  );
  expect(parted.body).toMatchObject({ group_id: 4, num_items: "2150", num_partial: "0", num_units: "2150" });
  expect(
    (await genba.post(`/cards/${one.key}/move`, { version: one.version, group_id: 4, rest: "divide" }, key))
      .body,
  ).toEqual(parted.body);
  const { branches } = (await genba.get(`/cards/${one.key}/work`)).body;
  expect(branches).toMatchObject([{ group_id: 3, num_items: "2150" }]);
  expect(parted.body.ended).toBe(`残り2,150個は「切断」に ${parted.body.id}-1 として残しました。`);
  one.version = (await genba.post(`/cards/${one.key}/undo`, { version: parted.body.version })).body.version;
  expect(await stand()).toEqual([3, 4300, 2150]);
  const whole = await go({ rest: "all" });
  expect(whole.body).toMatchObject({ group_id: 4, num_items: "4300", num_partial: "0" });
  one.version = (await genba.post(`/cards/${one.key}/undo`, { version: whole.body.version })).body.version;
  expect(await stand()).toEqual([3, 4300, 2150]);
  const again = (await go({ rest: "divide" })).body;
  const branch = (await genba.get(`/cards/${one.key}/work`)).body.branches.at(-1);
  await genba.post(`/cards/${branch.key}/start`, { version: branch.version });
  expect((await genba.post(`/cards/${one.key}/undo`, { version: again.version })).body.detail).toBe(
    "残りの枝に更新があるため、元に戻せません。枝を「合流」してください。",
  );
});

test("in the last process what is begun stays with the rest; with nothing good there is nothing to part, and going back asks nothing", async () => {
  const [one, none, back] = (await cards(3, { group_id: 7, status: "検査", num_items: "10" })) as [
    Picked,
    Picked,
    Picked,
  ];
  const count = async (card: Picked, num_good: string, num_partial: string) => {
    card.version = (
      await genba.post(`/cards/${card.key}/count`, { version: 1, num_good, num_defective: "0", num_partial })
    ).body.version;
  };
  await count(one, "6", "1");
  await count(none, "0", "1");
  await count(back, "6", "1");
  const divided = await genba.post(`/cards/${one.key}/move`, {
    version: one.version,
    group_id: 8,
    rest: "divide",
  });
  expect(divided.body).toMatchObject({ num_items: "6", num_good: "6", num_partial: "0" });
  expect((await genba.get(`/cards/${one.key}/work`)).body.branches).toMatchObject([
    { num_items: "4", group_id: 7 },
  ]);
  expect((await genba.post(`/cards/${one.key}/undo`, { version: divided.body.version })).body).toMatchObject({
    num_items: "10",
    num_good: "6",
    num_partial: "1",
    group_id: 7,
  });
  expect(
    (await genba.post(`/cards/${none.key}/move`, { version: none.version, group_id: 8, rest: "divide" })).body
      .errors.rest[0],
  ).toContain("分割できません");
  expect(
    (await genba.post(`/cards/${back.key}/move`, { version: back.version, group_id: 4 })).body,
  ).toMatchObject({ group_id: 4, num_partial: "1" });
});

test("many moved at once leave half-finished lots where they are until it is said what becomes of the rests; all come back together", async () => {
  const picked = await cards(3, { num_items: "100" });
  for (const one of picked.slice(0, 2)) {
    one.version = (
      await genba.post(`/cards/${one.key}/count`, {
        version: 1,
        num_good: "0",
        num_defective: "0",
        num_partial: "40",
      })
    ).body.version;
  }
  const body = { cards: picked, group_id: 4 };
  const trial = (await genba.post("/cards/move", { ...body, dry_run: true })).body;
  expect(trial).toMatchObject({ num_moved: 3, counts: { left: 2 } });
  expect(trial.items.map((one: any) => one.num_rest)).toEqual(["60", "60", null]);
  const silent = (await genba.post("/cards/move", { ...body, cards: picked.slice(0, 2) })).body;
  expect(silent).toMatchObject({
    num_moved: 0,
    num_failed: 2,
    items: [{ detail: expect.stringContaining("残り60個があります") }, {}],
  });
  const moved = (await genba.post("/cards/move", { ...body, rest: "divide" })).body;
  const endedOf = ({ key }: Picked) => moved.items.find((item: any) => item.key === key).ended;
  expect([endedOf(picked[0]!), endedOf(picked[2]!)]).toEqual([
    `残り60個は「切断」に ${moved.items.find((item: any) => item.key === picked[0]!.key).id}-1 として残しました。`,
    "",
  ]);
  expect(moved).toMatchObject({ num_moved: 3 });
  expect((await stored(t, picked[0]!.key)).row).toMatchObject({ group_id: 4, num_items: "40" });
  const back = await genba.post("/cards/undo", {
    cards: moved.items.map(({ key, version }: any) => ({ key, version })),
  });
  expect(back.body).toMatchObject({ num_moved: 3 });
  expect((await stored(t, picked[0]!.key)).row).toMatchObject({
    group_id: 3,
    num_items: "100",
    num_partial: "40",
  });
  const at = back.body.items.map(({ key, version }: any) => ({ key, version }));
  expect((await genba.post("/cards/move", { ...body, cards: at, rest: "all" })).body).toMatchObject({
    num_moved: 3,
  });
  expect((await stored(t, picked[0]!.key)).row).toMatchObject({
    group_id: 4,
    num_items: "100",
    num_partial: "0",
  });
});

test("a shipped card on a 納品書 is told apart from one that only went out", async () => {
  const [out, noted] = (await cards(2, { unit_price: "100", price: 1000 })) as [Picked, Picked];
  for (const one of [out, noted]) await genba.post(`/cards/${one.key}/ship`, { version: 1, uncounted: true });
  const yamada = await t.as("admin@yamada.example");
  const note = await yamada.post("/deliveries", {
    buyer_id: "tanaka",
    delivery_date: "2026-11-20",
    unusual_date: true,
    grouping: "one",
    show_amounts: true,
    lines: [{ card_key: noted.key, num_items: "10" }],
  });
  expect(note.status).toBe(201);
  const { body } = await genba.post("/cards/move", { cards: [out, noted], group_id: 4, dry_run: true });
  expect(body).toMatchObject({ num_moved: 0, counts: { billed: 1 } });
  const of = (key: number) => body.items.find((row: any) => row.key === key).detail;
  expect([of(out.key), of(noted.key)]).toEqual([
    expect.stringContaining("先に出荷を取り消して"),
    expect.stringContaining("納品書"),
  ]);
});

test("cards of others are not there, and a buyer may not", async () => {
  const [one] = await cards(1);
  expect((await sato.post("/cards/move", { cards: [one], group_id: 2 })).body).toMatchObject({
    num_moved: 0,
    items: [{ id: null, name: null, detail: "カードが見つかりません。" }],
  });
  expect((await tanaka.post("/cards/move", { cards: [one], group_id: 2 })).status).toBe(403);
  expect((await genba.post("/cards/move", { cards: [], group_id: 1 })).body.errors).toHaveProperty("cards");
  expect((await genba.post("/cards/move", { cards: [one], group_id: 1 })).status).toBe(409);
});
