import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { operator } from "~/lib/db/connection.server";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { testApp } from "~/lib/server/testing.server";
import { type Hub, hub } from "./hub.server";

let t: Awaited<ReturnType<typeof testApp>>;
let live: Hub;
beforeAll(async () => {
  t = await testApp();
  vi.useFakeTimers({ toFake: ["setInterval", "Date"] });
  live = hub(t.db);
  await live.started;
});
afterAll(async () => {
  vi.useRealTimers();
  await live.stop();
  await t.stop();
});

async function holder(username: string, company_id: string) {
  const answer = await t.app.provider.signIn(username, SAMPLE_PASSWORD);
  if (answer.kind !== "tokens") throw new Error("no tokens");
  const session = await t.app.sessions.find(await t.app.sessions.begin(username, answer.tokens));
  return { hash: session!.hash, company_id, acting_id: null, until: null };
}

/** A browser's line as the server sees it: while it is `stuck`, what was written stays with the server. */
class Line extends EventEmitter {
  taken = "";
  held = "";
  stuck = false;
  destroyed = false;
  setNoDelay() {}
  write(bytes: Buffer | string): boolean {
    this[this.stuck ? "held" : "taken"] += String(bytes);
    return !this.stuck;
  }
  take() {
    this.stuck = false;
    this.taken += this.held;
    this.held = "";
    this.emit("drain");
  }
  destroy() {
    this.destroyed = true;
  }
  numbers = () =>
    [...this.taken.matchAll(/^event: message\ndata: .*?"number":(\d+)/gm)].map(([, number]) =>
      Number(number),
    );
}

async function listen(who: Awaited<ReturnType<typeof holder>>): Promise<Line> {
  const line = new Line();
  const response = {
    socket: line,
    removeHeader() {},
    writeHead() {},
    flushHeaders() {},
  } as unknown as ServerResponse;
  await live.open(
    Object.assign(new EventEmitter(), { socket: line }) as unknown as IncomingMessage,
    response,
    who,
    null,
    {},
  );
  return line;
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
/** Not vi.waitFor: it turns the false clock on with each look, the further the busier the machine. */
async function until(what: () => void): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return what();
    } catch (error) {
      if (tries > 600) throw error;
    }
    await pause(20);
  }
}

test("for a reader that takes nothing little is held, others go on, it catches up whole, and is let go after 30 seconds", async () => {
  const yamada = await t.as("admin@yamada.example");
  const say = (message: string) =>
    yamada.post("/chats/messages", { id: crypto.randomUUID(), roomId: "yamada_tanaka", message });
  const who = await holder("admin@tanaka.example", "tanaka");
  const [slow, quick] = [await listen(who), await listen(who)];
  slow.stuck = true;
  for (let n = 0; n < 60; n++) await say("長い話".repeat(1300));
  const all = Array.from({ length: 60 }, (_, n) => n + 1);
  await until(() => expect(quick.numbers()).toEqual(all));
  expect(Buffer.byteLength(quick.taken)).toBeGreaterThan(600_000);
  expect(Buffer.byteLength(slow.held)).toBeLessThan(256_000);
  expect(slow.numbers()).toEqual([]);
  slow.take();
  await until(() => expect(slow.numbers()).toEqual(all));

  slow.stuck = true;
  await say("もう一つ");
  await until(() => expect(quick.numbers()).toHaveLength(61));
  vi.advanceTimersByTime(27_000);
  await pause(300);
  expect(slow.destroyed).toBe(false);
  vi.advanceTimersByTime(6_000);
  await until(() => expect(slow.destroyed).toBe(true));
  expect(quick.destroyed).toBe(false);
});

test("a stream ends within three seconds of its session", async () => {
  const who = await holder("admin@suzuki.example", "suzuki");
  const [line, other] = [await listen(who), await listen(await holder("admin@suzuki.example", "suzuki"))];
  await operator(t.db, (tx) => tx.execute(sql`delete from session where hash = ${who.hash}`));
  vi.advanceTimersByTime(3_000);
  await until(() => expect(line.destroyed).toBe(true));
  expect(other.destroyed).toBe(false);
});

test("a stream ends within three seconds of its session's idling out, or of its becoming the one of a wall", async () => {
  for (const change of [sql`seen_time = now() - interval '13 hours'`, sql`is_display = true`]) {
    const who = await holder("admin@suzuki.example", "suzuki");
    const line = await listen(who);
    await operator(t.db, (tx) => tx.execute(sql`update session set ${change} where hash = ${who.hash}`));
    vi.advanceTimersByTime(3_000);
    await until(() => expect(line.destroyed).toBe(true));
  }
});

test("a stream that is opened while the others are looked after is not taken for one whose session is over", async () => {
  const [over, fresh] = [
    await holder("admin@suzuki.example", "suzuki"),
    await holder("admin@suzuki.example", "suzuki"),
  ];
  const line = await listen(over);
  const owner = await t.owner();
  // The look waits here until the other stream is there.
  await owner.query("delete from session where hash = $1", [over.hash]);
  await owner.query("begin; lock table session in access exclusive mode");
  vi.advanceTimersByTime(3_000);
  const other = await listen(fresh);
  await owner.query("commit");
  await until(() => expect(line.destroyed).toBe(true));
  expect(other.destroyed).toBe(false);
});

test("a stream ends with its account and its company, though its session was left", async () => {
  const [one, other] = [
    await listen(await holder("admin@suzuki.example", "suzuki")),
    await listen(await holder("admin@sato.example", "sato")),
  ];
  await operator(t.db, (tx) =>
    tx.execute(
      sql`update member set is_active = false where username = 'admin@suzuki.example' or email = 'admin@suzuki.example'`,
    ),
  );
  vi.advanceTimersByTime(3_000);
  await until(() => expect(one.destroyed).toBe(true));
  expect(other.destroyed).toBe(false);
  await operator(t.db, (tx) => tx.execute(sql`update factory set is_active = false where id = 'sato'`));
  vi.advanceTimersByTime(3_000);
  await until(() => expect(other.destroyed).toBe(true));
});
