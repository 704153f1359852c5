// The chat from outside: how soon a message is seen in every stream, and what survives reconnects, doubled
// posts and two kill -9.
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import http from "node:http";
import { at, signIn } from "./app.mjs";

const ROOM = "yamada_tanaka";
export const PEOPLE = ["admin@yamada.example", "genba@yamada.example", "admin@tanaka.example"];
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * One stream that comes back after the event it has seen last; `seen` is what it was shown of the room, in
 * order.
 */
function follow(base, cookie) {
  const client = { seen: [], last: null, resets: 0, open: false, over: false, request: null };
  function connect() {
    if (client.over) return;
    const headers = { Cookie: cookie, ...(client.last !== null && { "Last-Event-ID": client.last }) };
    const again = () => {
      client.open = false;
      if (!client.over) setTimeout(connect, 100 + Math.random() * 400);
    };
    let done = false;
    const once = () => {
      if (!done) {
        done = true;
        again();
      }
    };
    client.request = http.get(`${base}/chat/stream`, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) {
        response.resume();
        return once();
      }
      client.open = true;
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part) => {
        text += part;
        for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
          const block = text.slice(0, end);
          text = text.slice(end + 2);
          const id = /^id: (.*)$/m.exec(block)?.[1];
          const kind = /^event: (.*)$/m.exec(block)?.[1];
          if (id) client.last = id;
          if (kind === "reset") client.resets += 1;
          if (kind !== "message") continue;
          const { message } = JSON.parse(/^data: (.*)$/m.exec(block)[1]);
          if (message.roomId !== ROOM) continue;
          client.seen.push([message.number, message.id]);
        }
      });
      response.on("close", once);
    });
    client.request.on("error", once);
  }
  connect();
  client.drop = () => client.request?.destroy();
  client.stop = () => {
    client.over = true;
    client.request?.destroy();
  };
  return client;
}

const agent = new http.Agent({ keepAlive: true });

/**
 * As a browser does, over lines that stay open; leaner than `fetch`, which would take a tenth of the two
 * cores for itself.
 */
export function post(base, cookie, id, message) {
  const body = new URLSearchParams({ id, message }).toString();
  const headers = {
    Origin: base,
    Cookie: cookie,
    Accept: "application/json",
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": Buffer.byteLength(body),
  };
  return new Promise((done, failed) => {
    http
      .request(`${base}/chat/${ROOM}/messages`, { method: "POST", agent, headers }, (response) => {
        response
          .resume()
          .on("end", () => done(response.statusCode === 200))
          .on("error", failed);
      })
      .on("error", failed)
      .end(body);
  });
}

async function opened(clients) {
  while (clients.some((one) => !one.open)) await pause(50);
}

/** Words that say when they were posted: readers count from there. */
export const marked = () => `連絡 at=${now().toFixed(3).padStart(17, "0")}`;
const now = () => performance.timeOrigin + performance.now();

/**
 * Milliseconds of processor time and bytes of memory a process has used so far (Linux; elsewhere nothing is
 * said).
 */
function used(pid) {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8")
      .split(") ")[1]
      .split(" ")
      .slice(11, 13)
      .map(Number);
    return {
      cpu_ms: (user + system) * 10,
      bytes: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) * 1024,
    };
  } catch {
    return { cpu_ms: NaN, bytes: NaN };
  }
}

/** Milliseconds of processor time of the embedded database, its backends of now together. */
function databaseCpu(pid) {
  const parents = new Map();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(
        Number(name),
        Number(readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1].split(" ")[1]),
      );
    } catch {
      /* It has ended since. */
    }
  }
  const below = (of) =>
    [...parents].filter(([, parent]) => parent === of).flatMap(([one]) => [one, ...below(one)]);
  return below(pid).reduce((sum, one) => sum + (used(one).cpu_ms || 0), 0);
}

/** Streams held by a process of their own, so that reading them does not stand in the way of posting. */
export async function readers(base, cookies, streams) {
  const child = fork(new URL("./chat.reader.mjs", import.meta.url), { serialization: "advanced" });
  const told = () => new Promise((done) => child.once("message", done));
  child.send({ port: Number(new URL(base).port), cookies, streams });
  await told();
  return {
    end: () => {
      const answer = told();
      child.send({ end: true });
      return answer;
    },
  };
}

/** `rate` messages a second, seen in `streams` streams: milliseconds from the post to each sight. */
export async function delivery(app, cookies, streams, rate, seconds) {
  const held = await readers(app.base, cookies, streams);
  await pause(1000);
  const before = used(app.pid());
  const stored = databaseCpu(app.pid());
  const own = process.cpuUsage();
  const posts = [];
  const begun = now();
  for (let n = 0; n < rate * seconds; n++) {
    await pause(Math.max(0, begun + (n * 1000) / rate - now()));
    posts.push(post(app.base, cookies[n % cookies.length], randomUUID(), marked()).catch(() => false));
  }
  const accepted = (await Promise.all(posts)).filter(Boolean).length;
  const taken = (now() - begun) / 1000;
  const after = used(app.pid());
  const { user, system } = process.cpuUsage(own);
  const database_ms = databaseCpu(app.pid()) - stored;
  await pause(1500);
  const { waits, cpu_ms } = await held.end();
  const share = (ms) => `${(ms / taken / 10).toFixed(0)} % (${(ms / accepted).toFixed(1)} ms a message)`;
  console.log(
    `  ${streams} streams, ${rate} messages/s: p50 ${at(waits, 0.5).toFixed(0)} ms, p95 ${at(waits, 0.95).toFixed(0)} ms, p99 ${at(waits, 0.99).toFixed(0)} ms; ` +
      `${accepted} of ${posts.length} accepted, ${streams * accepted - waits.length} sights missing; of a core: server ${share(after.cpu_ms - before.cpu_ms)}, ` +
      `database ${share(database_ms)}, reader ${share(cpu_ms)}, poster ${share((user + system) / 1000)}`,
  );
}

/**
 * What a stream costs while nothing is said, with the garbage of its opening: how much that is depends on
 * when it is collected.
 */
export async function memory(app, cookies, streams) {
  const before = used(app.pid()).bytes;
  const held = await readers(app.base, cookies, streams);
  await pause(3000);
  const each = (used(app.pid()).bytes - before) / streams / 1024;
  await held.end();
  console.log(`  ${streams} streams in one process: ${each.toFixed(1)} KB each, garbage included`);
}

/**
 * 300 clients that come and go, each message posted twice at once, the server killed twice: what is missing,
 * doubled or out of order.
 */
async function chaos(app, cookies) {
  const clients = Array.from({ length: 300 }, (_, n) => follow(app.base, cookies[n % cookies.length]));
  await opened(clients);
  const known = clients.map((one) => one.seen.length);
  const accepted = new Set();
  let running = true;
  const shaking = (async () => {
    while (running) {
      await pause(30);
      clients[Math.floor(Math.random() * clients.length)].drop();
    }
  })();
  const talking = (async () => {
    while (running) {
      const id = randomUUID();
      const cookie = cookies[accepted.size % cookies.length];
      const twice = await Promise.all(
        [1, 2].map(() => post(app.base, cookie, id, "騒ぎの中で").catch(() => false)),
      );
      if (twice.some(Boolean)) accepted.add(id);
      await pause(20);
    }
  })();
  for (let kill = 0; kill < 2; kill++) {
    await pause(5_000);
    await app.killed();
  }
  await pause(5_000);
  running = false;
  await Promise.all([shaking, talking]);
  const wanted = [...accepted];
  const whole = (one) => {
    const ids = new Set(one.seen.map(([, id]) => id));
    return wanted.every((id) => ids.has(id));
  };
  for (let tries = 0; tries < 150 && !clients.every(whole); tries++) await pause(200);
  for (const one of clients) one.stop();
  const fresh = clients.map((one, n) => one.seen.slice(known[n]));
  const doubled = fresh.reduce(
    (sum, seen) => sum + seen.length - new Set(seen.map(([number]) => number)).size,
    0,
  );
  const disordered = fresh.reduce(
    (sum, seen) => sum + seen.filter(([number], n) => n > 0 && number <= seen[n - 1][0]).length,
    0,
  );
  const missing = clients.reduce(
    (sum, one) => sum + wanted.filter((id) => !one.seen.some(([, seen]) => seen === id)).length,
    0,
  );
  console.log(
    `  300 clients, two kill -9, ${wanted.length} messages, each posted twice: ${missing} missing, ${doubled} doubled, ${disordered} out of order`,
  );
}

/** Prints the figures of the chat; `seconds` for each rate. */
export async function measureChat(app, seconds = 10) {
  console.log("\nChat: from a post to its sight in every stream");
  const cookies = await Promise.all(PEOPLE.map((name) => signIn(app.base, name)));
  // A process just started compiles what it runs.
  for (let n = 0; n < 300; n++) await post(app.base, cookies[n % cookies.length], randomUUID(), "はじめに");
  await delivery(app, cookies, 500, 40, seconds);
  await delivery(app, cookies, 1000, 20, seconds);
  await memory(app, cookies, 10_000);
  await chaos(app, cookies);
}
