import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { moveAsked, moveForm } from "./movable.schema";

let t: TestApp;
let yamada: Person, tanaka: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, tanaka, sato] = await t.people("admin@yamada", "admin@tanaka", "admin@sato");
});
afterAll(() => t.stop());

const made = async (name: string, group_id: number) =>
  (
    await yamada.post("/cards", {
      buyer_id: "tanaka",
      name,
      num_items: "10",
      order_unit: "piece",
      unit: "piece",
      group_id,
      note: "急ぎ",
    })
  ).body;

test("the cards of a process are offered, and those named by number from anywhere, with the reason for what can't be", async () => {
  const [a, b, c] = [await made("蓋", 3), await made("台", 3), await made("軸", 4)];
  expect((await yamada.get("/movable")).body).toEqual({
    items: [],
    total: 0,
    more: false,
    named: [],
    missing: [],
  });
  const all = (await yamada.get("/movable?group_id=3")).body;
  expect(all.items.map((row: any) => row.name)).toEqual(["蓋", "台"]);
  expect(all.items[0]).toMatchObject({ tick: `${a.key}.1`, num_left: "10", note: "急ぎ", status: "切断" });
  expect(
    (await yamada.get(`/movable?group_id=3&name=${encodeURIComponent("台")}`)).body.items.map(
      (row: any) => row.id,
    ),
  ).toEqual([b.id]);
  const gone = await made("板", 4);
  await yamada.post(`/cards/${gone.key}/ship`, { version: 1, num_good: "10", uncounted: true });
  const named = (
    await yamada.get(`/movable?group_id=3&add=${encodeURIComponent(`${c.id}　${a.id},${gone.id} 999999`)}`)
  ).body;
  expect(named.items.map((row: any) => row.name)).toEqual(["軸", "蓋", "台"]);
  expect(named.missing).toEqual([
    { id: gone.id, why: "出荷済みです。" },
    { id: "999999", why: expect.stringContaining("見つかりません") },
  ]);
});

test("a card's printed code names it as its number does; an old sheet's, a process's and another factory's code are told apart", async () => {
  const { key, id } = await made("軸継手", 5);
  const codes = async (person: Person, kind: string) =>
    (await person.get(`/codes?kind=${kind}&size=100`)).body.items as { key: number; token: string }[];
  const own = (await codes(yamada, "card")).find((one) => one.key === key)!;
  const [step] = await codes(yamada, "process");
  const [theirs] = await codes(sato, "process");
  const add = [
    `https://koba.example.com/s/${own.token}`,
    own.token.toUpperCase(),
    id,
    step!.token,
    theirs!.token,
  ];
  const { body } = await yamada.get(`/movable?add=${encodeURIComponent(add.join(" "))}`);
  expect([body.items.map((row: any) => row.id), body.named]).toEqual([[id], [id]]);
  expect(body.missing).toEqual([
    { id: step!.token, why: expect.stringContaining("カードのコードではありません") },
    { id: theirs!.token, why: expect.stringContaining("読み取れません") },
  ]);
  expect((await yamada.post("/codes/reissue", { kind: "card", keys: [key] })).status).toBeLessThan(300);
  const old = (await yamada.get(`/movable?add=${own.token}`)).body;
  expect([old.items, old.missing[0].why]).toEqual([[], expect.stringContaining("再発行")]);
});

test("another factory's cards are not offered, and a buyer moves none", async () => {
  const { body } = await yamada.get("/movable?group_id=3");
  const other = (await sato.get(`/movable?group_id=3&add=${body.items[0].id}`)).body;
  expect(JSON.stringify(other)).not.toContain("蓋");
  expect((await tanaka.get("/movable?group_id=3")).status).toBe(403);
});

test("the form's cards and place become what the API takes", () => {
  const read = (value: object) => moveForm.safeParse({ keep_work: "on", ...value });
  expect(moveAsked(read({ ids: ["12.3", "13.1"], to: "4.2" }).data!)).toEqual({
    cards: [
      { key: 12, version: 3 },
      { key: 13, version: 1 },
    ],
    group_id: 4,
    subgroup_id: 2,
    keep_work: true,
    include: "all",
    inside: false,
    with_drawings: false,
  });
  expect(read({ ids: "12.3", to: "4" }).data).toMatchObject({ ids: [{ key: 12, version: 3 }] });
  expect(read({ to: "" }).error!.issues.map((one) => one.message)).toEqual([
    "カードを選択してください",
    "移動先を選択してください",
  ]);
});
