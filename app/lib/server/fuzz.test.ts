import { afterAll, beforeAll, expect, test } from "vitest";
import fc, { runs } from "~/lib/dice.testing";
import { calls } from "./calls.server";
import { knownOf, NOW } from "./fuzz.known.testing.server";
import { requests, type Sent } from "./fuzz.testing.server";
import { makeScene, type Pair, PEOPLE, type Scene } from "./scene.testing.server";
import { type TestApp, testApp } from "./testing.server";

const RUNS = runs(12);
const MINUTES = 60_000 * Math.max(1, RUNS / 100);

let t: TestApp;
let scene: Scene;
let pairs: Pair[];
beforeAll(async () => {
  t = await testApp();
  scene = await makeScene(t);
  for (let times = 0; times < 4; times++) await scene.work();
  pairs = await scene.pairs();
});
afterAll(async () => {
  await scene.stop();
  await t.stop();
});

const REFUSED = new Set([400, 401, 403, 404, 409, 413, 422, 429]);
const japanese = (text: unknown) => typeof text === "string" && /[ぁ-んァ-ヶ一-龠]/.test(text);

/** What is wrong with an answer, or null. */
function wrong(company: string, status: number, text: string): string | null {
  const stranger = pairs.find(
    ({ seller, buyer }) => ![seller, buyer].includes(company) && text.includes(`印・${seller}・${buyer}`),
  );
  if (stranger) return `${company} reads of ${stranger.seller} and ${stranger.buyer}`;
  if (status === 200 || status === 201) return null;
  if (!REFUSED.has(status)) return `status ${status}`;
  const { detail, errors = {} } = JSON.parse(text);
  if (!japanese(detail)) return `detail: ${detail}`;
  const foreign = Object.entries(errors as Record<string, string[]>).find(
    ([, sentences]) => !sentences.every(japanese),
  );
  return foreign ? `errors.${foreign[0]}: ${foreign[1].join()}` : null;
}

async function ask(method: string, token: string, { path, body }: Sent) {
  const headers: Record<string, string> = {
    "X-Auth": token,
    "Content-Type": "application/json",
    ...(method === "POST" && { "Idempotency-Key": crypto.randomUUID() }),
  };
  const answer = await t.app.backend.fetch(
    new Request(`http://backend.internal${path}`, { method, headers, body }),
  );
  return { status: answer.status, text: await answer.text() };
}

/** The body with the version that its row has now. */
async function current({ path, body }: Sent): Promise<Sent> {
  const [, root, key] = /^\/(card|deliver|invoice)\w*\/(\d{1,9})\//.exec(path) ?? [];
  if (!root || !body?.includes(`"version":"${NOW}"`)) return { path, body };
  const { rows } = await scene.owner.query(
    `select version from ${root === "deliver" ? "delivery" : root} where key = $1`,
    [key],
  );
  return { path, body: body.replaceAll(`"version":"${NOW}"`, `"version":${rows[0]?.version ?? 1}`) };
}

type Asked = readonly [person: (typeof PEOPLE)[number], sent: Sent];

/** Half of it one of the pair asking for what it may, hardly bent; half anybody asking for anything. */
function asked(call: (typeof calls)[number]): fc.Arbitrary<Asked> {
  const able = pairs.map((pair) => {
    const company = call.side === "buyer" ? pair.buyer : pair.seller;
    const boss = PEOPLE.find(([id, name]) => id === company && name.startsWith("admin"))!;
    return fc.tuple(fc.constant(boss), requests(call, knownOf([pair]), 3));
  });
  return fc.oneof(
    fc.oneof(...able),
    fc.tuple(fc.constantFrom(...PEOPLE), requests(call, knownOf(pairs), 20)),
  );
}

test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
  "%s: answers whatever it is sent in Japanese, and tells nobody of others",
  async (_, call) => {
    pairs = await scene.pairs();
    await fc.assert(
      fc.asyncProperty(asked(call), async ([[company, account], bare]) => {
        const sent = await current(bare);
        const { status, text } = await ask(call.method, scene.people.get(account)!.token, sent);
        const fault = wrong(company, status, text);
        if (fault)
          throw new Error(
            `${fault}\n${account} ${call.method} ${sent.path}\n${sent.body?.slice(0, 2000)}\n${status} ${text.slice(0, 500)}`,
          );
      }),
      { numRuns: RUNS },
    );
  },
  MINUTES,
);

test("after all of it every promise holds", async () => {
  expect((await scene.owner.query("select * from check_invariants() limit 20")).rows).toEqual([]);
});
