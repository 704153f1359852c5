import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hear, type Process, soon, startTwo } from "~/lib/web/two.testing.server";

const ROOM = "yamada_tanaka";
const CLIENTS = 40;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
let two: Awaited<ReturnType<typeof startTwo>>;
beforeAll(async () => {
  two = await startTwo();
});
afterAll(() => two.stop());

/** The bench holds the same with 300 clients on one process (`npm run bench -- chat`). */
test("through reconnects, doubled posts and a kill -9 of each process every browser sees every message once, in order", async () => {
  const { a, b } = two;
  const cookies = await Promise.all(
    ["admin@yamada.example", "genba@yamada.example", "admin@tanaka.example"].map((name) => a.cookieOf(name)),
  );
  const ears = Array.from({ length: CLIENTS }, (_, n) =>
    hear([a.port, b.port], cookies[n % cookies.length]!, true),
  );
  expect(await soon(() => ears.every(({ state }) => state.open), 30_000)).toBe(true);

  const accepted: string[] = [];
  let running = true;
  const shaking = (async () => {
    for (; running; await pause(100)) ears[Math.floor(Math.random() * CLIENTS)]!.drop();
  })();
  const say = (at: Process, cookie: string, id: string) =>
    at.post(`/chat/${ROOM}/messages`, { id, message: "騒ぎの中で" }, cookie).then(
      ({ status }) => status === 200,
      () => false,
    );
  const talking = cookies.map(async (cookie) => {
    for (let n = 0; running; n++) {
      const id = randomUUID();
      // As a browser does: again under the same id until it is taken; now and then by both doors at once.
      for (let taken = false; !taken && running; await pause(40)) {
        taken = (
          await Promise.all(
            n % 2 ? [say(a, cookie, id), say(b, cookie, id)] : [say(n % 4 ? b : a, cookie, id)],
          )
        ).some(Boolean);
        if (taken) accepted.push(id);
      }
    }
  });
  for (const instance of [a, b]) {
    await pause(2_500);
    await instance.kill();
    await pause(500);
    await instance.start();
  }
  await pause(1_500);
  // A busy machine says less in that time.
  await soon(() => accepted.length > 20, 30_000);
  running = false;
  await Promise.all([shaking, ...talking]);

  const owner = new pg.Client({ connectionString: two.owner_url });
  await owner.connect();
  const said = (
    await owner.query<{ n: number; id: string }>(
      "select number::int as n, id from message where room_id = $1 order by number",
      [ROOM],
    )
  ).rows;
  const broken = (await owner.query("select * from check_invariants()")).rows;
  await owner.end();
  const wanted = said.map(({ n, id }) => `${n} ${id}`);
  const seen = () => ears.map((one) => one.messages().map(({ number, id }) => `${number} ${id}`));
  await soon(() => seen().every((one) => one.length >= wanted.length), 30_000);
  ears.forEach((one) => one.stop());

  expect(broken).toEqual([]);
  expect(accepted.length).toBeGreaterThan(20);
  expect(accepted.filter((id) => !said.some((one) => one.id === id))).toEqual([]);
  // Nothing missing, nothing twice, nothing out of order, and nobody had to begin anew.
  for (const one of seen()) expect(one).toEqual(wanted);
  expect(ears.map(({ state }) => state.resets).filter(Boolean)).toEqual([]);
}, 180_000);
