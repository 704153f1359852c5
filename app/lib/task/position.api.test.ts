import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import type { BoardColumn, BoardTile } from "./board.schema";
import { gaps, project } from "./project.testing";
import { request, stored } from "./testing.server";

let t: TestApp;
let yamada: Person, genba: Person, tanaka: Person, sato: Person;
/** A to J stand in 切断 by their dates. */
const keys: Record<string, number> = {};
const names = [..."ABCDEFGHIJ"];
beforeAll(async () => {
  t = await testApp();
  [yamada, genba, tanaka, sato] = await t.people(
    "admin@yamada",
    "genba@yamada",
    "admin@tanaka",
    "admin@sato",
  );
  for (const [n, name] of names.entries()) {
    keys[name] = (
      await request(t, {
        group_id: 3,
        status: "切断",
        answer: "accepted",
        name,
        delivery_date: addDays(today(), n + 1),
      })
    ).key;
  }
});
afterAll(() => t.stop());

const columnOf = async (id: string, person = yamada): Promise<BoardColumn> =>
  (await person.get("/board")).body.columns.find((one: BoardColumn) => one.id === id);
/** A process's cards, page by page as they are shown, those without a place in brackets. */
async function cardsIn(id: string, person = yamada, size = 3): Promise<BoardTile[]> {
  const cards: BoardTile[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: { cards: BoardTile[]; next: string | null } = (
      await person.get(`/board/column?id=${id}&size=${size}${cursor && `&cursor=${cursor}`}`)
    ).body;
    cards.push(...page.cards);
    cursor = page.next;
  }
  return cards;
}
const read = (cards: BoardTile[]) =>
  cards.map((card) => (card.is_placed === false ? card.name.toLowerCase() : card.name)).join("");
const order = async (id = "3", person = yamada) => read(await cardsIn(id, person));
const versionOf = async (name: string): Promise<number> =>
  (await yamada.get(`/cards/${keys[name]}`)).body.card.version;
const put = async (name: string, place: string, person = genba) =>
  person.post(`/cards/${keys[name]}/place`, { version: await versionOf(name), place });
const move = async (name: string, group_id: number, place?: string, more = {}) =>
  genba.post(`/cards/${keys[name]}/move`, { version: await versionOf(name), group_id, place, ...more });
const sound = async () => {
  expect((await (await t.owner()).query("select * from check_invariants()")).rows).toEqual([]);
  for (const key of Object.values(keys)) {
    const { row, log } = await stored(t, key);
    const { key: _, search_key: __, ...kept } = row;
    expect([gaps(log), project(log)]).toEqual([[], kept]);
  }
};

test("a column stands by date until somebody says that it is kept by hand, for everybody of the factory", async () => {
  expect((await put("C", "first")).body.detail).toContain("納期の順に並んでいます");
  expect((await columnOf("3")).is_sequenced).toBe(false);
  const { at } = (await yamada.get("/board")).body;
  expect((await genba.put("/board/order", { group_id: 3, is_sequenced: true })).body).toEqual({
    group_id: 3,
    is_sequenced: true,
    label: "切断",
  });
  expect((await yamada.get(`/board/pulse?since=${at}`)).body.columns).toEqual(["*"]);
  expect((await columnOf("3")).is_sequenced).toBe(true);
  expect(await order()).toBe("abcdefghij");
  expect((await genba.put("/board/order", { group_id: 1, is_sequenced: true })).status).toBe(409);
  expect((await genba.put("/board/order", { group_id: 77, is_sequenced: true })).status).toBe(404);
  expect((await genba.put("/board/order", { group_id: 3 })).status).toBe(422);
});

test("先頭へ, behind and before another, 上へ, 下へ, last and off: one card is written, the others stay", async () => {
  const steps: [string, string, string][] = [
    ["D", "first", "Dabcefghij"],
    ["B", `after.${keys.D}`, "DBacefghij"],
    ["H", `before.${keys.D}`, "HDBacefgij"],
    ["A", "last", "HDBAcefgij"],
    ["A", "up", "HDABcefgij"],
    ["H", "down", "DHABcefgij"],
    ["B", "first", "BDHAcefgij"],
    ["D", "off", "BHAcdefgij"],
    ["E", `after.${keys.C}`, "BHAEcdfgij"],
    ["F", `before.${keys.J}`, "BHAEFcdgij"],
    ["B", `after.${keys.H}`, "HBAEFcdgij"],
  ];
  const versions = new Map(
    await Promise.all(names.map(async (name) => [name, await versionOf(name)] as const)),
  );
  for (const [name, place, expected] of steps) {
    expect([name, place, (await put(name, place)).status]).toEqual([name, place, 201]);
    expect([name, place, await order()]).toEqual([name, place, expected]);
    versions.set(name, versions.get(name)! + 1);
  }
  for (const name of names) expect([name, await versionOf(name)]).toEqual([name, versions.get(name)]);
  const first = await columnOf("3");
  expect([read(first.cards), first.count]).toEqual(["HBAEFc", 10]);
  const moved = (await yamada.get("/movable?group_id=3")).body.items
    .map((card: { name: string }) => card.name)
    .join("");
  expect(moved).toBe("HBAEFCDGIJ");
  expect((await genba.get(`/cards/${keys.A}/place`)).body).toEqual({
    is_sequenced: true,
    number: 3,
    total: 5,
  });
  expect((await genba.get(`/cards/${keys.C}/place`)).body).toEqual({
    is_sequenced: true,
    number: null,
    total: 5,
  });
  await sound();
});

test("where there is nowhere to go, or the neighbour is gone, it is said", async () => {
  for (const [name, place, why] of [
    ["H", "up", "もう先頭に"],
    ["H", "first", "もう先頭に"],
    ["F", "down", "もう最後に"],
    ["F", "last", "もう最後に"],
    ["C", "up", "まだ決まっていません"],
    ["C", "off", "まだ決まっていません"],
    ["C", "after.987654", "隣のカードが"],
    ["C", `after.${keys.C}`, "隣のカードが"],
  ] as const) {
    const { status, body } = await put(name, place);
    expect([name, place, status, body.detail]).toEqual([name, place, 409, expect.stringContaining(why)]);
  }
  for (const place of ["", "nowhere", "after.x", "after.1 or 1=1"])
    expect((await put("C", place)).status).toBe(422);
  expect(await order()).toBe("HBAEFcdgij");
});

test("a card that goes on leaves its place, unless it is put at one; 元に戻す brings it back to where it was", async () => {
  expect((await move("B", 4)).status).toBe(201);
  expect([await order(), await order("4")]).toEqual(["HAEFcdgij", "B"]);
  expect((await yamada.post(`/cards/${keys.B}/undo`, { version: await versionOf("B") })).status).toBe(201);
  expect(await order()).toBe("HBAEFcdgij");

  await genba.put("/board/order", { group_id: 4, is_sequenced: true });
  expect((await move("B", 4, "last")).status).toBe(201);
  expect((await move("H", 4, `before.${keys.B}`)).status).toBe(201);
  expect((await move("G", 4)).status).toBe(201);
  expect([await order(), await order("4")]).toEqual(["AEFcdij", "HBg"]);
  // Into a column that stands by date a place is not asked about.
  expect((await move("H", 5, "first")).status).toBe(201);
  expect((await stored(t, keys.H!)).row.place).toBeNull();
  expect((await yamada.post(`/cards/${keys.H}/undo`, { version: await versionOf("H") })).status).toBe(201);
  expect(await order("4")).toBe("HBg");
  expect((await yamada.post(`/cards/${keys.B}/undo`, { version: await versionOf("B") })).status).toBe(201);
  expect([await order(), await order("4")]).toEqual(["BAEFcdij", "Hg"]);
  for (const name of ["H", "G"]) expect((await move(name, 3)).status).toBe(201);
  expect(await order()).toBe("BAEFcdghij");
  await sound();
});

test("元に戻す of a changed sequence: the card alone goes back; who has come between stays", async () => {
  const before = await order();
  expect((await put("J", "first")).status).toBe(201);
  expect((await genba.post(`/cards/${keys.J}/undo`, { version: await versionOf("J") })).status).toBe(201);
  expect(await order()).toBe(before);
  // Another is put into the very gap that J has left: both are there after the undo.
  await put("J", "first");
  await put("I", `after.${keys.J}`);
  await put("I", "last");
  const { log } = await stored(t, keys.I!);
  const {
    after: { place },
    reason,
  } = log[log.length - 2]!;
  expect(reason).toBe(`${(await stored(t, keys.J!)).row.id}の次`);
  await put("C", `after.${keys.J}`);
  expect((await stored(t, keys.C!)).row.place).toBe(place);
  const version = await versionOf("I");
  expect((await yamada.post(`/cards/${keys.I}/undo`, { version })).status).toBe(201);
  const now = await order();
  expect([now.slice(0, 3), [...now.toUpperCase()].sort().join("")]).toEqual([
    "JCI",
    [...before.toUpperCase()].sort().join(""),
  ]);
  await sound();
});

test("a bulk move takes places away, and 元に戻す of it gives them back; a shipped card has none", async () => {
  const before = await order();
  const cards = await Promise.all(
    ["B", "F"].map(async (name) => ({ key: keys[name]!, version: await versionOf(name) })),
  );
  const { items } = (await yamada.post("/cards/move", { cards, group_id: 6, inside: true })).body;
  expect(items.map((item: { ok: boolean }) => item.ok)).toEqual([true, true]);
  for (const name of ["B", "F"]) expect((await stored(t, keys[name]!)).row.place).toBeNull();
  const back = items.map(({ key, version }: { key: number; version: number }) => ({ key, version }));
  expect(
    (await yamada.post("/cards/undo", { cards: back })).body.items.every((item: { ok: boolean }) => item.ok),
  ).toBe(true);
  expect(await order()).toBe(before);
  expect(
    (
      await yamada.post(`/cards/${keys.B}/ship`, {
        version: await versionOf("B"),
        num_good: "100",
        uncounted: true,
      })
    ).status,
  ).toBe(201);
  expect((await stored(t, keys.B!)).row.place).toBeNull();
  expect((await yamada.post(`/cards/${keys.B}/undo`, { version: await versionOf("B") })).status).toBe(201);
  expect(await order()).toBe(before);
  await sound();
});

test("two foremen at once: cards dropped into one gap all get in, one card dropped by both goes where the first put it", async () => {
  for (const name of names) await put(name, "last");
  for (let round = 0; round < 6; round++) {
    const dropped = await Promise.all(
      ["C", "D", "E", "F"].map(async (name, at) => ({
        name,
        who: at % 2 ? yamada : genba,
        version: await versionOf(name),
      })),
    );
    const answers = await Promise.all(
      dropped.map(({ name, who, version }) =>
        who.post(`/cards/${keys[name]}/place`, { version, place: `after.${keys.A}` }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201]);
    const now = await order();
    expect([...now].sort().join("")).toBe("ABCDEFGHIJ");
    expect([...now.slice(now.indexOf("A") + 1, now.indexOf("A") + 5)].sort().join("")).toBe("CDEF");

    const version_of_g = await versionOf("G");
    const both = await Promise.all(
      [
        [yamada, `before.${keys.B}`],
        [genba, `after.${keys.A}`],
      ].map(([who, place]) =>
        (who as Person).post(`/cards/${keys.G}/place`, { version: version_of_g, place }),
      ),
    );
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 409]);
    expect(both.find((answer) => answer.status === 409)!.body.detail).toMatch(
      /^他の人が更新しました。山(田 太郎|口 現)さんが.*「段取り順の変更」をしました/,
    );
  }
  expect((await columnOf("3")).count).toBe(10);
  await sound();
});

test("cards go in and out while others are put: none is lost, none is counted twice", async () => {
  const trips = ["A", "B", "C"].map(async (name) => {
    for (const group of [4, 3]) expect((await move(name, group, "first")).status).toBe(201);
  });
  const puts = ["H", "I", "J"].map(async (name) => {
    for (const way of ["first", "last"]) expect([201, 409]).toContain((await put(name, way)).status);
  });
  await Promise.all([...trips, ...puts]);
  expect([...(await order())].sort().join("")).toBe("ABCDEFGHIJ");
  expect([(await columnOf("3")).count, (await columnOf("4")).count]).toEqual([10, 0]);
  await sound();
});

test("the lanes of a process are each their own sequence; 上へ and 下へ go by the lane", async () => {
  const owner = await t.owner();
  await owner.query(
    "insert into subgroup (company_id, group_id, subgroup_id, label, sort) values ('yamada', 4, 1, '1号機', 0), ('yamada', 4, 2, '2号機', 1)",
  );
  for (const [name, lane] of [
    ["A", 1],
    ["B", 2],
    ["C", 1],
    ["D", 2],
  ] as const) {
    expect((await move(name, 4, "last", { subgroup_id: lane })).status).toBe(201);
  }
  const lanes = async () => (await columnOf("4")).lanes.map((lane) => read(lane.cards));
  expect(await lanes()).toEqual(["AC", "BD"]);
  expect((await put("C", "up")).status).toBe(201);
  expect((await put("C", "up")).status).toBe(409);
  expect(await lanes()).toEqual(["CA", "BD"]);
  // Into the other lane, at a place of it, and by the form, at none.
  expect((await move("A", 4, `before.${keys.D}`, { subgroup_id: 2 })).status).toBe(201);
  expect(await lanes()).toEqual(["C", "BAD"]);
  expect((await move("B", 4, undefined, { subgroup_id: 1 })).status).toBe(201);
  expect(await lanes()).toEqual(["Cb", "AD"]);
  await sound();
});

test("the buyer sees its cards by date and nothing of the sequence; another factory sees nothing, and neither may change it", async () => {
  const shown = await cardsIn("work", tanaka, 4);
  const dates = shown.map((card) => card.delivery_date!);
  expect(shown.length).toBe(10);
  expect(dates).toEqual([...dates].sort());
  const one = await tanaka.get("/board?seller_id=yamada");
  expect(one.body.columns.every((column: BoardColumn) => !column.is_sequenced)).toBe(true);
  const { log } = (await tanaka.get(`/cards/${keys.G}`)).body;
  expect(log.map((entry: { kind: string }) => entry.kind)).toEqual(["created", "moved", "moved"]);
  const all = [one.body, shown, log, (await tanaka.get(`/cards/${keys.A}`)).body];
  expect(JSON.stringify(all)).not.toMatch(/"place"|placed"(?!:null)|段取り/);
  const cursor = (await tanaka.get("/board/column?id=work&size=2")).body.next;
  expect(JSON.parse(Buffer.from(cursor, "base64url").toString())).toHaveLength(4);

  const body = { version: await versionOf("G"), place: "first" };
  expect((await tanaka.post(`/cards/${keys.G}/place`, body)).status).toBe(403);
  expect((await tanaka.put("/board/order", { group_id: 3, is_sequenced: false })).status).toBe(403);
  expect((await sato.post(`/cards/${keys.G}/place`, body)).status).toBe(404);
  expect((await sato.put("/board/order", { group_id: 77, is_sequenced: false })).status).toBe(404);
  expect(
    (await put("G", `after.${(await request(t, { group_id: 4, status: "曲げ", answer: "accepted" })).key}`))
      .status,
  ).toBe(409);
  expect((await tanaka.get(`/cards/${keys.G}/place`)).status).toBe(403);
  expect((await sato.get(`/cards/${keys.G}/place`)).status).toBe(404);
  expect((await columnOf("3")).is_sequenced).toBe(true);
  // A page that the buyer has open is out of date; what the factory did is not told by its name.
  const { key } = await request(t, {
    group_id: 3,
    status: "切断",
    answer: "proposed",
    proposed_delivery_date: addDays(today(), 30),
  });
  expect((await genba.post(`/cards/${key}/place`, { version: 1, place: "first" })).status).toBe(201);
  const told = (await tanaka.post(`/cards/${key}/agree`, { version: 1 })).body.detail;
  expect(told).toContain("他の人が更新しました。");
  expect(told).not.toContain("段取り");
});

test("back to the order of dates, and places are kept for when it is wanted again", async () => {
  const before = await order();
  await genba.put("/board/order", { group_id: 3, is_sequenced: false });
  const cards = await cardsIn("3");
  expect(cards.map((card) => card.is_placed)).toEqual(cards.map(() => null));
  expect(cards.map((card) => card.delivery_date)).toEqual(cards.map((card) => card.delivery_date).sort());
  await genba.put("/board/order", { group_id: 3, is_sequenced: true });
  expect(await order()).toBe(before);
  const { rows } = await (await t.owner()).query(
    "select before, after from activity where subject = 'factory' and kind = 'meta' order by key desc limit 1",
  );
  expect(rows[0]).toEqual({
    before: { column_order: "切断：納期の順" },
    after: { column_order: "切断：手動（段取り順）" },
  });
});
