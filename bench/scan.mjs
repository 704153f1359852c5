// The scan page from outside: from a scan to its confirmation, and how fast a tablet that was offline is rid
// of what it kept.
import { at } from "./app.mjs";

const BATCH = 25;

/** Prints both, over plain HTTP as the page's script sends them. */
export async function measureScans(base, cookie) {
  const headers = { Cookie: cookie, Origin: base, Accept: "application/json" };
  const { cards } = await (await fetch(`${base}/s/station`, { headers })).json();
  const free = cards.filter((card) => card.state === "none" && card.group_id > 1).map((card) => card.id);
  async function send(items) {
    const body = new URLSearchParams({
      body: JSON.stringify({ device_now: new Date().toISOString(), items }),
    });
    const { items: results } = await (
      await fetch(`${base}/s/scans`, { method: "POST", headers, body })
    ).json();
    return results;
  }
  const item = (more) => ({
    client_id: crypto.randomUUID(),
    device_time: new Date().toISOString(),
    worker_id: undefined,
    ...more,
  });

  const times = [];
  for (let i = 0; i < 200; i++) {
    const start = item({ act: "start", card: free[i % free.length] });
    const began = performance.now();
    await (await fetch(`${base}/s/look?code=${start.card}`, { headers })).json();
    const [result] = await send([start]);
    if (result.result === "done") times.push(performance.now() - began);
    await send([item({ act: "undo", undoes: start.client_id })]);
  }
  console.log(
    `Scan to confirmation (look up, then register), ${times.length} scans: p50 ${at(times, 0.5).toFixed(1)} ms  p99 ${at(times, 0.99).toFixed(1)} ms`,
  );

  const kept = [];
  for (const card of free.slice(0, 100)) {
    const start = item({ act: "start", card, queued: true });
    kept.push(start, item({ act: "undo", undoes: start.client_id, queued: true }));
  }
  const began = performance.now();
  let done = 0;
  for (let i = 0; i < kept.length; i += BATCH)
    done += (await send(kept.slice(i, i + BATCH))).filter(({ result }) => result === "done").length;
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `Replay of ${kept.length} kept scans, ${BATCH} a post: ${(kept.length / seconds).toFixed(0)} scans/s (${done} done)`,
  );
  const again = performance.now();
  for (let i = 0; i < kept.length; i += BATCH) await send(kept.slice(i, i + BATCH));
  console.log(
    `The same sent once more, none of it done again: ${(kept.length / ((performance.now() - again) / 1000)).toFixed(0)} scans/s`,
  );
}
