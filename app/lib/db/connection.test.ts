import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { conclude, connect, operator, runLast, type Tx, tenant } from "./connection.server";
import { downOf, errorCode, isUnavailable, isUniqueViolation } from "./failure.server";
import { sharedReads } from "./shared.server";
import { type TestDatabase, testDatabase } from "./testing.server";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  const owner = new pg.Client({ connectionString: database.owner_url });
  await owner.connect();
  await owner.query(`create table probe (id bigint generated always as identity primary key, seller_id text not null, code text,
    qty numeric(15,3), made timestamptz, due date, constraint probe_code unique (seller_id, code))`);
  await owner.query("alter table probe enable row level security");
  await owner.query("create policy tenant on probe using (seller_id = app_company())");
  await owner.query("create table log (note text)");
  await owner.query(
    "create trigger log_grows before update or delete on log for each statement execute function append_only()",
  );
  await owner.query("create extension if not exists pg_trgm");
  await owner.end();
});
afterAll(() => database.drop());

const tanaka = { company_id: "tanaka", username: "o'hara@example.jp" };
const suzuki = { company_id: "suzuki", username: "suzuki" };
const rows = async (tx: Tx, query: ReturnType<typeof sql>) => (await tx.execute(query)).rows;

test("a company sees its own rows, another company and nobody see none", async () => {
  await tenant(database.db, tanaka, (tx) =>
    tx.execute(sql`insert into probe (seller_id, code) values ('tanaka', 'seen')`),
  );
  const count = (tx: Tx) => rows(tx, sql`select code from probe where code = 'seen'`);
  expect(await tenant(database.db, tanaka, count, "read")).toEqual([{ code: "seen" }]);
  expect(await tenant(database.db, suzuki, count, "read")).toEqual([]);
  expect(await tenant(database.db, { company_id: null, username: "" }, count)).toEqual([]);
  expect(await rows(database.db as unknown as Tx, sql`select code from probe`)).toEqual([]);
  expect(
    await operator(database.db, (tx) => rows(tx, sql`select app_operator() as op, app_company() as company`)),
  ).toEqual([{ op: true, company: null }]);
});

test("a company can't write rows in another's name", async () => {
  const forged = tenant(database.db, suzuki, (tx) =>
    tx.execute(sql`insert into probe (seller_id) values ('tanaka')`),
  );
  await expect(forged).rejects.toSatisfy((error) => errorCode(error) === "42501");
});

test("the name is quoted, whatever it holds", async () => {
  const who = { company_id: "a', true); drop table probe; --", username: "back\\slash'" };
  const seen = await tenant(database.db, who, (tx) =>
    rows(tx, sql`select app_company() as company, app_username() as name`),
  );
  expect(seen).toEqual([{ company: who.company_id, name: who.username }]);
});

test("a reading transaction can't write", async () => {
  const write = tenant(
    database.db,
    tanaka,
    (tx) => tx.execute(sql`insert into probe (seller_id) values ('tanaka')`),
    "read",
  );
  await expect(write).rejects.toSatisfy((error) => errorCode(error) === "25006");
});

test("reads that touch share one snapshot, and what comes later sees what was written since", async () => {
  const read = sharedReads(database.db);
  const look = async (tx: Tx) =>
    (
      await rows(
        tx,
        sql`select pg_backend_pid() as pid, now()::text as began, app_company() as company,
    (select count(*)::int from probe where code = 'shared') as n`,
      )
    )[0] as { pid: number; began: string; company: string; n: number };
  const add = () =>
    tenant(database.db, tanaka, (tx) =>
      tx.execute(sql`insert into probe (seller_id, code) values ('tanaka', 'shared')`),
    );
  const early = read(tanaka, async (tx) => {
    const seen = await look(tx);
    await add();
    return seen;
  });
  const [first, beside] = await Promise.all([early, read(tanaka, look)]);
  expect(first).toMatchObject({ company: "tanaka", n: 0 });
  expect(beside).toEqual(first);
  expect(await read(tanaka, look)).toEqual(first);
  expect(await read(suzuki, look)).toMatchObject({ company: "suzuki", n: 0 });
  expect(await read(tanaka, look)).toMatchObject({ company: "tanaka", n: 1 });
});

test("a shared read can't write, and one that fails leaves the connection as good as it was", async () => {
  const read = sharedReads(database.db);
  await expect(
    read(tanaka, (tx) => tx.execute(sql`insert into probe (seller_id) values ('tanaka')`)),
  ).rejects.toSatisfy((error) => errorCode(error) === "25006");
  await new Promise((done) => setImmediate(done));
  expect(await read(tanaka, (tx) => rows(tx, sql`select app_company() as company`))).toEqual([
    { company: "tanaka" },
  ]);
  await new Promise((done) => setImmediate(done));
  await expect.poll(() => database.db.$client.idleCount).toBe(database.db.$client.totalCount);
});

test("an error takes everything back, even one that was swallowed", async () => {
  const half = tenant(database.db, tanaka, async (tx) => {
    await tx.execute(sql`insert into probe (seller_id, code) values ('tanaka', 'half')`);
    throw new Error("refused");
  });
  await expect(half).rejects.toThrow("refused");
  const swallowed = tenant(database.db, tanaka, async (tx) => {
    await tx.execute(sql`insert into probe (seller_id, code) values ('tanaka', 'half')`);
    await tx.execute(sql`select 1 / 0`).catch(() => {});
  });
  await expect(swallowed).rejects.toThrow("rolled back");
  expect(
    await tenant(database.db, tanaka, (tx) => rows(tx, sql`select 1 from probe where code = 'half'`)),
  ).toEqual([]);
});

test("the last statement goes with its commit: both stand or neither, nothing comes after, and the line serves the next as ever", async () => {
  const codes = () =>
    tenant(
      database.db,
      tanaka,
      (tx) => rows(tx, sql`select code from probe where code like 'last%' order by code`),
      "read",
    );
  const told = await tenant(database.db, tanaka, async (tx) => {
    await tx.execute(sql`insert into probe (seller_id, code) values ('tanaka', 'last 1')`);
    return runLast<{ code: string }>(
      tx,
      sql`insert into probe (seller_id, code) values ('tanaka', ${"last 2"}) returning code`,
    );
  });
  expect(told).toEqual([{ code: "last 2" }]);
  const refused = tenant(database.db, tanaka, async (tx) => {
    await tx.execute(sql`insert into probe (seller_id, code) values ('tanaka', 'last 3')`);
    await runLast(tx, sql`insert into probe (seller_id, code) values ('tanaka', 'last 2')`);
  });
  await expect(refused).rejects.toSatisfy((error) => isUniqueViolation(error, "probe_code"));
  const late = tenant(database.db, tanaka, async (tx) => {
    await runLast(tx, sql`insert into probe (seller_id, code) values ('tanaka', 'last 4')`);
    await runLast(tx, sql`insert into probe (seller_id, code) values ('tanaka', 'last 5')`);
  });
  await expect(late).rejects.toThrow("has ended");
  const swallowed = tenant(database.db, tanaka, (tx) => runLast(tx, sql`select 1 / 0`).catch(() => []));
  await expect(swallowed).rejects.toThrow("rolled back");
  expect(await codes()).toEqual([{ code: "last 1" }, { code: "last 2" }, { code: "last 4" }]);
  const early = await tenant(
    database.db,
    tanaka,
    (tx) => {
      const asked = Promise.all([
        tx.execute(sql`select app_company() as company`),
        rows(tx, sql`select app_username() as name`),
      ]);
      conclude(tx);
      return asked;
    },
    "read",
  );
  expect([early[0].rows, early[1]]).toEqual([[{ company: "tanaka" }], [{ name: tanaka.username }]]);
});

test("a savepoint takes back only its own part", async () => {
  await tenant(database.db, tanaka, async (tx) => {
    await tx.execute(sql`insert into probe (seller_id, code) values ('tanaka', 'kept')`);
    await tx.transaction((inner) => inner.execute(sql`select 1 / 0`)).catch(() => {});
  });
  expect(
    await tenant(database.db, tanaka, (tx) => rows(tx, sql`select code from probe where code = 'kept'`)),
  ).toHaveLength(1);
});

test("a part that fails within a part takes nothing back but itself, and the outer one all of its own", async () => {
  await tenant(database.db, tanaka, async (tx) => {
    const outer = tx.transaction(async (part) => {
      await part.execute(sql`insert into probe (seller_id, code) values ('tanaka', 'outer')`);
      await part.transaction((inner) => inner.execute(sql`select 1 / 0`)).catch(() => {});
      throw new Error("the outer part fails");
    });
    await expect(outer).rejects.toThrow("the outer part fails");
  });
  expect(
    await tenant(database.db, tanaka, (tx) => rows(tx, sql`select code from probe where code = 'outer'`)),
  ).toEqual([]);
});

test("a row that is there already is told by its constraint", async () => {
  const add = () =>
    tenant(database.db, tanaka, (tx) =>
      tx.execute(sql`insert into probe (seller_id, code) values ('tanaka', 'twice')`),
    );
  await add();
  await expect(add()).rejects.toSatisfy(
    (error) => isUniqueViolation(error) && isUniqueViolation(error, "probe_code"),
  );
  await expect(add()).rejects.toSatisfy(
    (error) => !isUniqueViolation(error, "other") && !isUnavailable(error),
  );
});

test("a database whose socket is gone is a database that is down, one without room says so, and a missing file is neither", async () => {
  const away = connect("postgres://koba_app:x@localhost/koba?host=/nowhere/at/all");
  const gone = await away.execute(sql`select 1`).catch((error: unknown) => error);
  await away.$client.end();
  expect(downOf(gone)).toMatchObject({ status: 503 });
  expect(downOf(Object.assign(new Error("could not extend file"), { code: "53100" }))).toMatchObject({
    status: 507,
  });
  expect(downOf(Object.assign(new Error("no such file"), { code: "ENOENT", syscall: "open" }))).toBeNull();
});

test("of two that deadlock, both arrive", async () => {
  const two = sql`insert into probe (seller_id, code, qty) values ('tanaka', 'd1', 0), ('tanaka', 'd2', 0)`;
  await tenant(database.db, tanaka, (tx) => tx.execute(two));
  const bump = (first: string, second: string) =>
    tenant(database.db, tanaka, async (tx) => {
      await tx.execute(sql`update probe set qty = qty + 1 where code = ${first}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await tx.execute(sql`update probe set qty = qty + 1 where code = ${second}`);
    });
  await Promise.all([bump("d1", "d2"), bump("d2", "d1")]);
  const seen = await tenant(database.db, tanaka, (tx) =>
    rows(tx, sql`select qty from probe where code in ('d1', 'd2')`),
  );
  expect(seen).toEqual([{ qty: "2" }, { qty: "2" }]);
});

test("values leave the database exact: text for decimals, dates and instants, numbers for 64-bit integers", async () => {
  const seen = await tenant(database.db, tanaka, (tx) =>
    rows(
      tx,
      sql`select 9007199254740991::bigint as big, 1.500::numeric(15,3) as qty,
    100::numeric as hundred, '2026-11-21'::date as due, '2026-11-21 18:05:00.12+09'::timestamptz as made, '{1.500,2}'::numeric[] as many,
    '{2026-11-21}'::date[] as days, array['2026-11-21 00:00+09'::timestamptz] as instants, count(*) as n`,
    ),
  );
  expect(seen).toEqual([
    {
      big: 9007199254740991,
      qty: "1.5",
      hundred: "100",
      due: "2026-11-21",
      made: "2026-11-21T09:05:00.120Z",
      many: ["1.5", "2"],
      days: ["2026-11-21"],
      instants: ["2026-11-20T15:00:00.000Z"],
      n: 1,
    },
  ]);
  await expect(
    tenant(database.db, tanaka, (tx) => rows(tx, sql`select 9007199254740993::bigint as big`)),
  ).rejects.toThrow();
});

test("Japanese sorts by ja-JP and is found by trigram", async () => {
  const sorted = await tenant(database.db, tanaka, (tx) =>
    rows(
      tx,
      sql`select string_agg(name, ',' order by name) as names
    from (values ('カ'), ('あ'), ('か'), ('ア'), ('亜')) v (name)`,
    ),
  );
  expect(sorted).toEqual([{ names: "あ,ア,か,カ,亜" }]);
  const found = await tenant(database.db, tanaka, (tx) =>
    rows(tx, sql`select similarity('株式会社小林製作所', '小林製作所') > 0.3 as found`),
  );
  expect(found).toEqual([{ found: true }]);
});

test("a log that only grows refuses change", async () => {
  await tenant(database.db, tanaka, (tx) => tx.execute(sql`insert into log values ('made')`));
  const change = tenant(database.db, tanaka, (tx) => tx.execute(sql`update log set note = 'other'`));
  await expect(change).rejects.toSatisfy((error) => errorCode(error) === "23001");
});
