// What the server holds over time with 500 event streams open and people talking: is it bounded, does it
// grow?
import { randomUUID } from "node:crypto";
import { signIn } from "./app.mjs";
import { marked, PEOPLE, post, readers } from "./chat.mjs";

const STREAMS = 500;
const RATE = 10;
const EVERY_MS = 15_000;
/** Samples until caches are full and compiled code is there. */
const WARM_UP = 8;
const MB = 1024 * 1024;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Bytes an hour by least squares. */
function slope(samples, name) {
  const mean = (of) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [at, level] = [mean((one) => one.at), mean((one) => one[name])];
  const over = samples.reduce((sum, one) => sum + (one.at - at) * (one[name] - level), 0);
  return (over / samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0)) * 3_600_000;
}

/**
 * Prints memory each quarter of a minute, collected, and how it leans once the first two minutes are over.
 */
export async function measureMemory(app, minutes) {
  console.log(
    `\nMemory with ${STREAMS} streams and ${RATE} messages/s over ${minutes} minutes, each sample after a collection`,
  );
  const cookies = await Promise.all(PEOPLE.map((name) => signIn(app.base, name)));
  const held = await readers(app.base, cookies, STREAMS);
  const samples = [];
  let running = true;
  const talking = (async () => {
    for (let n = 0; running; n++) {
      void post(app.base, cookies[n % cookies.length], randomUUID(), marked()).catch(() => false);
      await pause(1000 / RATE);
    }
  })();
  const begun = performance.now();
  for (let n = 0; n < (minutes * 60_000) / EVERY_MS; n++) {
    await pause(Math.max(0, begun + (n + 1) * EVERY_MS - performance.now()));
    const { rss, heapUsed, external } = await app.memory();
    samples.push({ at: performance.now() - begun, rss, heapUsed, external });
    const shown = (bytes) => `${(bytes / MB).toFixed(1).padStart(6)} MB`;
    console.log(
      `  ${String(Math.round(((n + 1) * EVERY_MS) / 1000)).padStart(5)} s   resident ${shown(rss)}   heap ${shown(heapUsed)}   outside it ${shown(external)}`,
    );
  }
  running = false;
  await talking;
  const { waits } = await held.end();
  const settled = samples.slice(WARM_UP);
  if (settled.length > 4)
    console.log(
      `  leaning, from ${(WARM_UP * EVERY_MS) / 60_000} minutes on: ` +
        ["rss", "heapUsed", "external"]
          .map((name) => `${name} ${(slope(settled, name) / MB).toFixed(1)} MB/h`)
          .join(", "),
    );
  console.log(
    `  most: resident ${(Math.max(...samples.map(({ rss }) => rss)) / MB).toFixed(0)} MB; ${waits.length} sights`,
  );
}
