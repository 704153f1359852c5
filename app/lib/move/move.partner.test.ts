import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { createCard } from "~/lib/task/card.create.server";
import { lockCard } from "~/lib/task/card.lock.server";
import { placed } from "~/lib/task/card.move.server";
import { partnerInVain, partnerUnsaid } from "~/lib/task/outsource";
import { someone, stored } from "~/lib/task/testing.server";
import type { CardWork } from "~/lib/task/work.page.schema";

let t: TestApp;
type Person = Awaited<ReturnType<TestApp["as"]>>;
type Picked = { key: number; version: number };
let genba: Person, yamada: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  [genba, yamada, sato] = (await Promise.all(
    ["genba@yamada", "admin@yamada", "admin@sato"].map((name) => t.as(`${name}.example`)),
  )) as [Person, Person, Person];
});
afterAll(async () => {
  expect(
    (await tenant(t.db, who, (db) => db.execute(sql`select * from check_invariants()`), "read")).rows,
  ).toEqual([]);
  await t.stop();
});

const who = someone("yamada", "seller");
const OUT = 6;
const cards = (num: number, more: object = {}) =>
  tenant(t.db, who, async (db): Promise<Picked[]> => {
    const made = [];
    for (let one = 0; one < num; one++) {
      made.push(
        await createCard(db, who, {
          seller_id: "yamada",
          buyer_id: "tanaka",
          name: `板${one}`,
          num_items: "10",
          order_unit: "piece",
          unit: "piece",
          num_units: "10",
          group_id: 5,
          status: "溶接",
          ...more,
        }),
      );
    }
    return made.map(({ key, version }) => ({ key, version }));
  });
const asked = { group_id: OUT, partner_id: "sato", delivery_date: "2030-01-05", unit_price: "120" };
const move = async (picked: Picked[], more: object = {}, key?: string) =>
  genba.post("/cards/move", { cards: picked, ...asked, ...more }, key);
const inbox = async () => (await sato.get("/board")).body.columns[0].count as number;
const links = async (key: number) => (await yamada.get(`/cards/${key}/work`)).body.links as CardWork["links"];

test("one rule for every road: a partner, or that none is asked", () => {
  const out = { group_id: 6, label: "外注", role: "outsource" as const };
  const cut = { group_id: 3, label: "切断", role: "work" as const };
  expect(partnerUnsaid(5, out, {})).toContain("頼む協力会社を選ぶ");
  expect([
    partnerUnsaid(5, out, { partner_id: "sato" }),
    partnerUnsaid(5, out, { inside: true }),
    partnerUnsaid(6, out, {}),
    partnerUnsaid(5, cut, {}),
  ]).toEqual([null, null, null, null]);
  expect(partnerInVain(cut, { partner_id: "sato" })).toContain("外注の工程ではありません");
  expect([partnerInVain(cut, {}), partnerInVain(out, { partner_id: "sato" })]).toEqual([null, null]);
  expect(partnerInVain(out, { partner_id: "sato", inside: true })).toContain("外してください");
});

test("cards moved to a partner stand on its board, one order for all of them, linked and undone as they came", async () => {
  const picked = await cards(3);
  const before = await inbox();
  const trial = await move(picked, { dry_run: true });
  expect([trial.body.num_moved, await inbox()]).toEqual([3, before]);
  const { body } = await move(picked);
  expect(body).toMatchObject({ num_moved: 3, num_failed: 0 });
  expect(await inbox()).toBe(before + 3);
  const all = (await Promise.all(picked.map((one) => links(one.key)))).flat();
  expect(all.map((link) => [link.partner_id, link.num_items, link.order_id])).toEqual(
    picked.map(() => ["sato", "10", all[0]!.order_id]),
  );
  const { row, log } = await stored(t, picked[0]!.key);
  expect([row.group_id, row.version, log.slice(1).map((entry: any) => entry.kind)]).toEqual([
    OUT,
    3,
    ["moved", "outsourced"],
  ]);
  expect((await yamada.get(`/cards/${picked[0]!.key}`)).body.card.collab_name).toBe("佐藤鈑金工業株式会社");

  // One of them has been accepted: it stays; the others come back, and leave the partner's board.
  const card = (await sato.get(`/cards/${all[1]!.partner_key}`)).body.card;
  expect((await sato.post(`/cards/${card.key}/accept`, { version: card.version })).status).toBe(201);
  const moved = body.items.map(({ key, version }: Picked) => ({ key, version }));
  const back = await genba.post("/cards/undo", { cards: moved });
  expect(back.body).toMatchObject({ num_moved: 2, num_failed: 1 });
  expect(back.body.items[0]).toMatchObject({
    key: picked[1]!.key,
    detail: expect.stringContaining("そのあとの動きがある"),
  });
  expect((await stored(t, picked[0]!.key)).row).toMatchObject({ group_id: 5, status: "溶接", version: 4 });
  expect((await yamada.get(`/cards/${picked[0]!.key}`)).body.card.collab_name).toBeNull();
  expect((await links(picked[0]!.key))[0]!.cancelled_time).not.toBeNull();
  expect((await links(picked[1]!.key))[0]!.cancelled_time).toBeNull();
  expect(await inbox()).toBe(before);
});

test("a single card is taken back out of an order of several, the order with the last of them", async () => {
  const picked = await cards(2);
  await move(picked);
  const take = (key: number) => yamada.post(`/cards/${key}/take_back`, { version: 3, reason: "社内で行う" });
  expect((await take(picked[0]!.key)).status).toBe(201);
  const [link] = await links(picked[1]!.key);
  expect(link).toMatchObject({ cancelled_time: null, partner_answer: "waiting" });
  const status = async () => (await sato.get(`/orders/${link!.order_key}`)).body.status;
  expect(await status()).toBe("waiting");
  expect((await take(picked[1]!.key)).status).toBe(201);
  expect(await status()).toBe("cancelled");
});

test("who is no partner, or another's, is refused beside the field, and nothing has moved", async () => {
  const picked = await cards(1);
  for (const partner_id of ["suzuki", "tanaka", "nobody"]) {
    for (const dry_run of [true, false])
      expect((await move(picked, { partner_id, dry_run })).body.errors.partner_id).toHaveLength(1);
  }
  expect((await move(picked, { partner_id: "" })).body.errors.partner_id[0]).toContain("頼む協力会社を選ぶ");
  expect((await move(picked, { group_id: 4 })).body.errors.partner_id[0]).toContain(
    "外注の工程ではありません",
  );
  expect((await move(picked, { delivery_date: "" })).body.errors.delivery_date).toHaveLength(1);
  expect((await move(picked, { unit_price: "" })).body.errors.unit_price).toHaveLength(1);
  expect((await stored(t, picked[0]!.key)).row).toMatchObject({ group_id: 5, version: 1 });
  expect((await move(picked, { partner_id: "", inside: true })).body.num_moved).toBe(1);
  expect(await links(picked[0]!.key)).toEqual([]);
});

test("the other roads ask the same: a move, a scan, 完了 and 受入 never bring a card in unsaid", async () => {
  const [one] = (await cards(1)) as [Picked];
  const refused = await genba.post(`/cards/${one.key}/move`, { version: 1, group_id: OUT });
  expect([refused.status, refused.body.errors.partner_id.length]).toEqual([422, 1]);
  const scan = (more: object) =>
    genba.post("/scans", { items: [{ client_id: crypto.randomUUID(), card: String(id), ...more }] });
  const { id } = (await yamada.get(`/cards/${one.key}`)).body.card;
  const next = (await scan({ act: "next" })).body.items[0];
  expect([next.result, Object.keys(next.errors)]).toEqual(["refused", ["partner_id"]]);
  const done = (await scan({ act: "finish" })).body.items[0];
  expect([done.result, done.detail]).toEqual(["done", expect.stringContaining("次は「外注」です")]);
  expect((await stored(t, one.key)).row).toMatchObject({ group_id: 5, num_partial: "10" });
  expect((await scan({ act: "next", inside: true })).body.items[0]).toMatchObject({
    result: "done",
    card: { group_id: OUT },
  });
  const [two] = (await cards(1)) as [Picked];
  expect((await genba.post(`/cards/${two.key}/finish`, { version: 1 })).body).toMatchObject({
    group_id: 5,
    num_partial: "10",
  });
  // What is done passes on with the card: all of it is asked of the partner.
  expect((await move([{ key: two.key, version: 2 }])).body.num_moved).toBe(1);
  expect((await links(two.key))[0]!.num_items).toBe("10");
});

test("a card with nothing left, at work, or out already stays, each with its reason", async () => {
  const [none, busy, out] = (await cards(3)) as [Picked, Picked, Picked];
  none.version = (
    await genba.post(`/cards/${none.key}/count`, {
      version: 1,
      num_good: "10",
      num_defective: "0",
      num_partial: "0",
    })
  ).body.version;
  busy.version = (await genba.post(`/cards/${busy.key}/start`, { version: 1 })).body.version;
  await move([out]);
  out.version = 3;
  const { body } = await move([none, busy, out], { keep_work: true });
  expect(body).toMatchObject({ num_moved: 0, num_failed: 3 });
  expect(body.items.map((row: any) => row.detail).sort()).toEqual(
    [
      expect.stringContaining("すでに「外注」"),
      expect.stringContaining("作業中"),
      expect.stringContaining("残りがない"),
    ].sort(),
  );
  expect((await move([busy])).body.num_moved).toBe(1);
});

test("many cards go out on one order; sent twice under one key they go once", async () => {
  const picked = await cards(101);
  const key = crypto.randomUUID();
  const first = await move(picked, {}, key);
  expect(first.body).toMatchObject({ num_moved: 101 });
  expect((await move(picked, {}, key)).body).toEqual(first.body);
  expect((await move(picked)).body).toMatchObject({ num_moved: 0, num_failed: 101 });
  const [[one], [last]] = [await links(picked[0]!.key), await links(picked[100]!.key)];
  expect(one!.order_id).toBe(last!.order_id);
  const back = await genba.post("/cards/undo", {
    cards: first.body.items.map((row: Picked) => ({ key: row.key, version: row.version })),
  });
  expect(back.body).toMatchObject({ num_moved: 101 });
});

test("what a move makes of a card stands at the told moment", async () => {
  const [one] = (await cards(1)) as [Picked];
  const card = await tenant(t.db, who, (db) => lockCard(db, one.key));
  const ready = {
    group_id: 8,
    label: "出荷待ち",
    role: "ready" as const,
    sort: 8,
    colour: null,
    is_hidden: false,
    standard_days: null,
    default_collab_id: null,
    runs_unmanned: false,
  };
  expect(placed("2026-11-20T01:00:00.000Z", card, ready, [ready], null)).toMatchObject({
    group_update_time: "2026-11-20T01:00:00.000Z",
    product_time: "2026-11-20T01:00:00.000Z",
  });
});
