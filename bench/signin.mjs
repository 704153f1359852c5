// Sign-ins through the built product: how long one takes, how many a second, and what knowing who is there
// costs each request.
import { readFileSync } from "node:fs";
import http from "node:http";
import { cpus, loadavg } from "node:os";
import { at, signIn } from "./app.mjs";

const PEOPLE = [
  "admin@yamada",
  "keiri@yamada",
  "genba@yamada",
  "admin@sato",
  "admin@tanaka",
  "kobai@tanaka",
  "admin@suzuki",
].map((one) => `${one}.example`);
const line = (times) => `p50 ${at(times, 0.5).toFixed(1)} ms, p99 ${at(times, 0.99).toFixed(1)} ms`;

async function timed(run) {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/** `width` people at a time for `seconds`; gives each sign-in's milliseconds. */
async function crowd(base, width, seconds) {
  const until = performance.now() + seconds * 1000;
  const times = [];
  await Promise.all(
    Array.from({ length: width }, async (_, person) => {
      for (let turn = person; performance.now() < until; turn++)
        times.push(await timed(() => signIn(base, PEOPLE[turn % PEOPLE.length])));
    }),
  );
  return times;
}

/** The front page only sends on: to the sign-in page, or, once it knows who is there, to the first screen. */
async function front(base, cookie, times) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const get = () =>
    new Promise((done, failed) => {
      http
        .get(`${base}/`, { agent, headers: cookie ? { Cookie: cookie } : {} }, (answer) =>
          answer.resume().once("end", done),
        )
        .once("error", failed);
    });
  for (let turn = 0; turn < 50; turn++) await get();
  const all = [];
  for (let turn = 0; turn < times; turn++) all.push(await timed(get));
  agent.destroy();
  return all;
}

/**
 * Milliseconds of CPU the server has used; null where /proc is not to be had. Busy machines stretch times,
 * not this.
 */
function cpuOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

export async function measureSignIn(base, pid) {
  const load = () => loadavg()[0].toFixed(1);
  console.log(
    `\nSign-in (argon2id 19 MiB, t=2), ${cpus().length} cores shared with this measurement, load average ${load()} before`,
  );
  for (let turn = 0; turn < 5; turn++) await signIn(base, PEOPLE[turn]);
  const alone = [];
  for (let turn = 0; turn < 60; turn++)
    alone.push(await timed(() => signIn(base, PEOPLE[turn % PEOPLE.length])));
  console.log(`one after the other: ${line(alone)}`);
  const seconds = 10;
  const before = cpuOf(pid);
  const together = await crowd(base, 8, seconds);
  const each =
    before === null
      ? ""
      : `, ${((cpuOf(pid) - before) / together.length).toFixed(1)} ms of the server's CPU each`;
  console.log(
    `8 at a time: ${(together.length / seconds).toFixed(0)} sign-ins/s, ${line(together)}${each}, load average ${load()} after`,
  );
  const cookie = await signIn(base, PEOPLE[0]);
  const [nobody, somebody] = [await front(base, "", 400), await front(base, cookie, 400)];
  const cost = (at(somebody, 0.5) - at(nobody, 0.5)).toFixed(1);
  console.log(
    `front page: nobody signed in ${line(nobody)}; somebody ${line(somebody)}; so session and person cost ${cost} ms a request`,
  );
}
