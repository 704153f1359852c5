import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import fc, { runs } from "~/lib/dice.testing";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { BRIEF_ACTS, type BriefAct, type BriefShop } from "./brief.acts.testing.server";
import { BriefHistories, type Done } from "./brief.testing.server";

let t: TestApp;
let owner: pg.Client;
let shop: BriefShop;
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  const { rows } = await owner.query(
    `select group_id, (select reason_id::int from reason where company_id = 'yamada' and kind = 'defect' limit 1)
      from process where company_id = 'yamada' and is_active and role = 'work' order by sort desc limit 1`,
  );
  shop = rows[0];
});
afterAll(async () => {
  expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
  await t.stop();
});

const ACTS = Object.keys(BRIEF_ACTS) as BriefAct[];
/** What is cheap, or what others build upon, comes oftener. */
const OFTEN: BriefAct[] = ["in", "out", "adjust", "count", "allocate", "allocate", "release", "yield"];
const step = fc.tuple(
  fc.constantFrom(...ACTS, ...OFTEN),
  fc.nat({ max: 59 }),
  fc.integer({ min: 1, max: 20 }),
);
const history = fc.array(step, { maxLength: 8, size: "max" });
/** So many side by side, and so many times: 500 here, 100,000 by `npm run fuzz`. */
const AT_ONCE = 100;
const ROUNDS = Math.min(runs(5), 1000);
const CHECKED_EACH = 5;

test(
  "500 short histories: of each the stock is what a clerk's ledger says, there, to come and to go",
  async () => {
    const done: Done = new Map();
    let rounds = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(history, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (histories) => {
        for (const [act, times] of await BriefHistories.live(t.db, owner, shop, histories))
          done.set(act, (done.get(act) ?? 0) + times);
        // By now the database may know how large its tables have become.
        if (rounds % CHECKED_EACH === 0) await owner.query("analyze");
        if (++rounds % CHECKED_EACH === 0)
          expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
      }),
      { numRuns: ROUNDS, endOnFailure: true },
    );
    expect(ACTS.filter((act) => !done.has(act))).toEqual([]);
  },
  60_000 + ROUNDS * 20_000,
);
