import { eq, type SQL, sql } from "drizzle-orm";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "~/lib/db/connection.server";
import { createPoolUser, enablePoolUser } from "~/lib/pool/admin.server";
import { KEIRI, PASSWORD, type TestPool, testPool } from "~/lib/pool/testing.server";
import { member } from "~/lib/tables/member.table.server";
import { security_event } from "~/lib/tables/security.table.server";
import { session } from "~/lib/tables/session.table.server";
import { cognito } from "./cognito.server";
import { type IdentityProvider } from "./identity.provider.server";
import { securityLog } from "./security.server";
import { type Sessions, sessions } from "./session.server";
import { type Tokens } from "./tokens.server";

const SECRET = "a secret of the tests, 32 letters or more";

let house: TestPool;
let real: IdentityProvider;
let provider: IdentityProvider;
let kept: Sessions;
let refreshes: number;

beforeAll(async () => {
  house = await testPool();
  real = cognito({}, house.pool);
  provider = {
    ...real,
    refresh: (...given) => {
      refreshes += 1;
      return real.refresh(...given);
    },
  };
  kept = sessions(house.db, provider, SECRET, securityLog(house.db, SECRET));
});
afterAll(() => house.drop());

async function begin(username = KEIRI, store = kept): Promise<string> {
  const answer = await real.signIn(username, PASSWORD);
  if (answer.kind !== "tokens") throw new Error("no tokens");
  return store.begin(username, answer.tokens);
}

const makeDue = () => house.db.update(session).set({ refresh_time: new Date(Date.now() - 1).toISOString() });

test("the database holds neither the browser's id nor a token in clear", async () => {
  const id = await begin();
  expect(id).toMatch(/^[\w-]{43}$/);
  const found = await kept.find(id);
  const rows = JSON.stringify(await house.db.select().from(session));
  for (const clear of [id, found!.id_token, found!.access_token]) expect(rows).not.toContain(clear);
  expect(await kept.find(`${id.slice(0, -1)}x`)).toBeNull();
});

test("twenty requests with an expired token make one refresh, in one process and across two", async () => {
  const id = await begin();
  await makeDue();
  refreshes = 0;
  const found = await Promise.all(Array.from({ length: 20 }, () => kept.find(id)));
  expect(refreshes).toBe(1);
  expect(new Set(found.map((one) => one!.id_token)).size).toBe(1);
  const other = sessions(house.db, provider, SECRET, securityLog(house.db, SECRET));
  await makeDue();
  refreshes = 0;
  await Promise.all(Array.from({ length: 20 }, (_, turn) => (turn % 2 ? kept : other).find(id)));
  expect(refreshes).toBe(1);
});

test("sixty browsers whose tokens expire together are all refreshed: none waits for a connection another holds", async () => {
  const answer = await real.signIn(KEIRI, PASSWORD);
  if (answer.kind !== "tokens") throw new Error("no tokens");
  const ids = await Promise.all(Array.from({ length: 60 }, () => kept.begin(KEIRI, answer.tokens)));
  await makeDue();
  refreshes = 0;
  const found = await Promise.all(ids.map((id) => kept.find(id)));
  expect(found.every((one) => one !== null)).toBe(true);
  expect(refreshes).toBe(60);
});

test("disabling, a reset and sign-out each end the sessions at once", async () => {
  await createPoolUser(house.db, {
    username: "genba@yamada.example",
    email: "genba@yamada.example",
    password: PASSWORD,
    groups: [],
    zoneinfo: null,
  });
  const ids = await Promise.all([begin("genba@yamada.example"), begin("genba@yamada.example")]);
  const bystander = await begin();
  await enablePoolUser(house.db, "genba@yamada.example", false);
  await kept.endAll("genba@yamada.example");
  for (const id of ids) expect(await kept.find(id)).toBeNull();
  expect(await kept.find(bystander)).not.toBeNull();
  await kept.end(bystander);
  expect(await kept.find(bystander)).toBeNull();
});

test("all sessions of a person end by address too, in any case, and one can be kept", async () => {
  const [here, there] = [await begin(), await begin()];
  await operator(house.db, (tx) =>
    tx
      .insert(member)
      .values({ username: KEIRI, company_id: null, email: "other@yamada.example", name: "山本" }),
  );
  const { hash } = (await kept.find(here))!;
  await kept.endAll(` ${KEIRI.toUpperCase()}`, hash);
  expect([(await kept.find(here))?.hash, await kept.find(there)]).toEqual([hash, null]);
  await kept.endAll("Other@yamada.example");
  expect(await kept.find(here)).toBeNull();
});

test("a session whose sign-in was taken back ends at the next refresh; one whose pool is away goes on while its token lasts", async () => {
  const id = await begin();
  const away = sessions(
    house.db,
    { ...provider, refresh: () => Promise.reject(new Error("connect ECONNREFUSED")) },
    SECRET,
    securityLog(house.db, SECRET),
  );
  await makeDue();
  expect(await away.find(id)).not.toBeNull();
  const old = await new SignJWT({})
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime(Math.floor(Date.now() / 1000) + 4)
    .sign(Buffer.alloc(32));
  const dying = await kept.begin(KEIRI, {
    id_token: old,
    access_token: "x",
    refresh_token: "x",
    expires_in: 3600,
  } satisfies Tokens);
  await makeDue();
  await expect(away.find(dying)).rejects.toThrow("ECONNREFUSED");
  await real.globalSignOut((await kept.find(id))!.access_token);
  await makeDue();
  expect(await kept.find(id)).toBeNull();
});

test("tokens are renewed five seconds before they end, and after fifty minutes at the latest", async () => {
  const renewal = async (expires_in: number) => {
    const id = await kept.begin(KEIRI, { id_token: "x", access_token: "x", refresh_token: "x", expires_in });
    const [row] = await house.db
      .select()
      .from(session)
      .where(eq(session.username, KEIRI))
      .orderBy(session.created_time)
      .then((rows) => rows.slice(-1));
    await kept.end(id);
    return Math.round((Date.parse(row!.refresh_time) - Date.parse(row!.created_time)) / 1000);
  };
  expect([await renewal(300), await renewal(3600), await renewal(86_400)]).toEqual([295, 3000, 3000]);
});

test("twelve idle hours and thirty days end a session", async () => {
  const set = async (change: Partial<typeof session.$inferInsert>) => {
    const id = await begin();
    const { hash } = (await kept.find(id))!;
    await house.db.update(session).set(change).where(eq(session.hash, hash));
    return kept.find(id);
  };
  expect(await set({ seen_time: new Date(Date.now() - 12 * 3_600_000 - 1000).toISOString() })).toBeNull();
  expect(await set({ expires_time: new Date(Date.now() - 1000).toISOString() })).toBeNull();
  expect(await set({ seen_time: new Date(Date.now() - 11 * 3_600_000).toISOString() })).not.toBeNull();
  await kept.sweep();
});

test("a session sealed with another secret is none", async () => {
  const id = await begin();
  expect(
    await sessions(
      house.db,
      provider,
      "another secret of the tests, 32 letters",
      securityLog(house.db, SECRET),
    ).find(id),
  ).toBeNull();
});

test("what a stranger repeats is counted, an address gets thirty rows a minute, and who has signed in is always written", async () => {
  const [log, from] = [
    securityLog(house.db, SECRET),
    { ip: "198.51.100.7", user_agent: "Mozilla\r\n[00000000] made up" },
  ];
  const rows = () =>
    operator(house.db, (tx) => tx.select().from(security_event).where(eq(security_event.ip, from.ip)));
  await operator(house.db, (tx) =>
    tx
      .insert(member)
      .values({ username: KEIRI, company_id: null, email: KEIRI, name: "山本 経子" })
      .onConflictDoNothing(),
  );
  for (let i = 0; i < 5; i++)
    await log.note(from, { event: "sign_in_failed", name: ` ${KEIRI.toUpperCase()} `, reason: "password" });
  for (let i = 0; i < 100; i++)
    await log.note(from, {
      event: "sign_in_failed",
      name: `a-password-typed-as-name-${i}`,
      reason: "password",
    });
  for (let i = 0; i < 3; i++) await log.note(from, { event: "signed_in", name: KEIRI });
  expect(await rows()).toHaveLength(30 + 3);
  await log.flush();
  const all = await rows();
  expect(
    all
      .filter(({ username, event }) => username === KEIRI && event === "sign_in_failed")
      .map(({ count }) => count),
  ).toEqual([1, 4]);
  expect(all.filter(({ reason }) => reason === "many").map(({ count }) => count)).toEqual([71]);
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(108);
  expect(JSON.stringify(all)).not.toContain("a-password-typed");
  expect(new Set(all.map(({ name_hash, username }) => name_hash ?? username)).size).toBeGreaterThan(25);
  expect(all[0]!.user_agent).toBe("Mozilla\\n[00000000] made up");
});

test("a log that can't be written keeps nobody out, and nothing in it can be changed", async () => {
  const broken = securityLog({ execute: () => Promise.reject(new Error("no database")) } as never, SECRET);
  await broken.note({ ip: "203.0.113.9", user_agent: "" }, { event: "signed_in", name: KEIRI });
  const change = (statement: SQL) =>
    operator(house.db, (tx) => tx.execute(statement)).then(
      () => "done",
      (error: Error) => String(error.cause),
    );
  for (const statement of [
    sql`delete from security_event`,
    sql`update security_event set ip = ''`,
    sql`insert into security_event (event, ip, user_agent) values ('x', '', '')`,
  ]) {
    expect(await change(statement)).toMatch(/permission denied/);
  }
});
