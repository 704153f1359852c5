import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { request } from "./testing.server";

let t: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
});
afterAll(() => t.stop());

const broken = async () => (await owner.query("select * from check_invariants()")).rows;
const counted = async () =>
  Number(
    (await owner.query("select sum(num_cards) as n from card_tally where kind = 'due' and buyer_id = '*'"))
      .rows[0].n,
  );

test("whatever 40 hands do to 40 cards at once, what is counted is what is there, before folding and after", async () => {
  const people = await Promise.all(["admin@yamada", "genba@yamada"].map((name) => t.as(`${name}.example`)));
  const cards = [];
  for (let n = 0; n < 40; n++)
    cards.push(
      await request(t, {
        group_id: 3,
        status: "切断",
        answer: "accepted",
        delivery_date: addDays(today(), (n % 5) - 2),
        is_urgent: n % 7 === 0,
      }),
    );
  let seed = 7;
  const random = (n: number) => Math.floor(((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * n);
  const versions = new Map(cards.map(({ key }) => [key, 1]));
  for (let round = 0; round < 4; round++) {
    await Promise.all(
      cards.map(async ({ key }) => {
        const person = people[random(2)]!;
        const answer =
          random(10) === 0
            ? await person.post(`/cards/${key}/cancel`, { version: versions.get(key), reason: "試し" })
            : await person.post(`/cards/${key}/move`, {
                version: versions.get(key),
                group_id: 2 + random(7),
                inside: true,
              });
        if (answer.status === 201) versions.set(key, versions.get(key)! + 1);
      }),
    );
  }
  expect(await broken()).toEqual([]);
  const before = await counted();
  await Promise.all([0, 1, 2].map(() => owner.query("select fold_tallies('yamada')")));
  expect(await counted()).toBe(before);
  expect(await broken()).toEqual([]);
  const { rows } = await owner.query(
    "select from card_tally group by seller_id, buyer_id, kind, group_id, order_unit, day having count(*) > 1",
  );
  expect(rows).toHaveLength(0);
});
