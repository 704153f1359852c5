// How long until it serves: a first start, a later one, after kill -9, and `npm run demo` from a fresh clone.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { at, start } from "./app.mjs";
import { pause } from "./writes.mjs";

const seconds = (values) =>
  `${(at(values, 0.5) / 1000).toFixed(1)} s (${values.map((ms) => (ms / 1000).toFixed(1)).join(", ")})`;

/** Goal: 8 s, 3 s, 5 s. Without a sample world, each time from the command to the first answer. */
export async function measureStarts(times, port) {
  console.log(`\nFrom start to the first answer, median of ${times} (load ${loadavg()[0].toFixed(1)})`);
  const took = {
    first: [],
    later: [],
    "after kill -9 of the app": [],
    "after kill -9 of app and database": [],
  };
  for (let turn = 0; turn < times; turn++) {
    const app = await start(null, port);
    took.first.push(app.ready_ms);
    const timed = async (name, run) => {
      const from = performance.now();
      await run();
      took[name].push(performance.now() - from);
    };
    await app.ended();
    await timed("later", app.again);
    await app.ended("SIGKILL");
    await timed("after kill -9 of the app", app.again);
    process.kill(app.database().pid, "SIGKILL");
    await app.ended("SIGKILL");
    await timed("after kill -9 of app and database", app.again);
    await app.stop();
  }
  for (const [name, values] of Object.entries(took)) console.log(`  ${name}: ${seconds(values)}`);
  return true;
}

/** Goal: 90 s with packages cached, sample world included. */
export async function measureDemo(_, port) {
  const place = mkdtempSync(join(tmpdir(), "koba-bench-demo-"));
  chmodSync(place, 0o755);
  const clone = join(place, "koba");
  execFileSync("git", ["clone", "-q", process.cwd(), clone]);
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    KOBA_DATA: join(place, "data"),
  };
  const from = performance.now();
  const child = spawn("npm", ["run", "demo"], {
    cwd: clone,
    env,
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
  });
  try {
    while (
      !(await fetch(`http://127.0.0.1:${port}/health`).then(
        (answer) => answer.ok,
        () => false,
      ))
    ) {
      if (child.exitCode !== null || performance.now() - from > 600_000)
        throw new Error("the demo does not start");
      await pause(100);
    }
    console.log(
      `\nnpm run demo from a fresh clone, packages cached, until it answers: ${((performance.now() - from) / 1000).toFixed(1)} s (load ${loadavg()[0].toFixed(1)})`,
    );
  } finally {
    const gone = new Promise((done) => child.once("exit", done));
    // npm, its shell and the product: a group of their own.
    process.kill(-child.pid, "SIGTERM");
    await gone;
    rmSync(place, { recursive: true, force: true });
  }
  return true;
}
