// npm run dev: builds and restarts when a source changes.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { build, install, root, step } from "./ready.mjs";

install();
process.env.SAMPLE_WORLD ??= "1";
process.env.KOBA_DATA ??= `${root}/var/demo`;
// Everybody knows the passwords of the sample world.
process.env.HOST ??= "127.0.0.1";
process.env.LOG_FORMAT ??= "text";

let server;
let timer;
let busy = false;
let again = false;

async function stop() {
  if (!server || server.exitCode !== null) return;
  const gone = new Promise((done) => server.once("exit", done));
  server.kill("SIGTERM");
  await gone;
}

async function restart() {
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  try {
    build(true);
    await stop();
    server = spawn(process.execPath, ["build/index.js"], {
      stdio: "inherit",
      env: { ...process.env, NODE_ENV: "production" },
    });
  } catch {
    step("組み立てられませんでした。直すと、もう一度試します。 / build failed, waiting for a change");
  }
  busy = false;
  if (again) {
    again = false;
    await restart();
  }
}

for (const place of ["app", "server.ts", "tailwind.config.js", "remix.config.js"]) {
  watch(place, { recursive: place === "app" }, () => {
    clearTimeout(timer);
    timer = setTimeout(restart, 150);
  });
}
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, async () => {
    await stop();
    process.exit(0);
  });
await restart();
