// npm test: types, then rules and API on a real database, then browser journeys. Ends with "N passed, N failed".
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { build, install, step } from "./ready.mjs";

const LAST_CHARACTERS = 6000;
let passed = 0;
let failed = 0;
/** What a runner that failed said last, told once more at the end: the middle of a long output is often cut. */
const complaints = [];
// Whatever happens, the last line tells.
process.on("exit", (code) => {
  if (code !== 0 && failed === 0) failed = 1;
  for (const complaint of complaints) console.log(complaint);
  console.log(`\n${passed} passed, ${failed} failed`);
});

// Packages of the system come over the network beside ours.
const system = spawn(process.execPath, ["bin/browser.mjs"], { stdio: "inherit" });
const hasSystem = new Promise((done) => system.on("error", done).on("close", done));
install();
mkdirSync("test-results", { recursive: true });
const env = { ...process.env, NODE_ENV: "test", PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" };

/** A runner; what it says is kept until it is waited for, so that two at a time do not talk at once. */
function begin(name, command, more = {}) {
  const child = spawn(process.execPath, command, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...env, ...more },
  });
  const said = [];
  let last = "";
  let say = (part) => said.push(part);
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part) => {
      last = `${last}${part}`.slice(-LAST_CHARACTERS);
      say(part);
    });
  const ended = new Promise((done) =>
    child.on("error", () => done(1)).on("close", (status) => done(status ?? 1)),
  );
  return {
    async end(report, count) {
      step(name);
      process.stdout.write(Buffer.concat(said));
      say = (part) => process.stdout.write(part);
      const status = await ended;
      if (status !== 0) complaints.push(`\n${name}: ${status}\n${last}`);
      const told =
        report && existsSync(report)
          ? count(JSON.parse(readFileSync(report, "utf8")))
          : { passed: status === 0 ? 1 : 0, failed: 0 };
      passed += told.passed;
      // A runner that fails without a failed test (a crash, no test found) counts as one.
      failed += told.failed || (status === 0 ? 0 : 1);
    },
  };
}

// Beside the browser and the build, which wait for the network and for one core.
const style = begin("書き方を確かめています / format and lint", [
  "node_modules/@biomejs/biome/bin/biome",
  "ci",
  "--reporter=summary",
]);
// One checker: each further one works out much of what the others have worked out.
const types = begin("型を確かめています / types", [
  "node_modules/typescript-native/bin/tsc",
  "-p",
  "tsconfig.check.json",
  "--checkers",
  "1",
]);
await hasSystem;
const { browser } = await import("./browser.mjs");
const hasBrowser = await browser();
for (const name of ["CHROMIUM", "CHROMIUM_WHOLE"]) env[name] = process.env[name];
build();

const vitest = "test-results/vitest.json";
rmSync(vitest, { force: true });
const rules = begin("ルールと API / rules and API", [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${vitest}`,
]);
await style.end();
await types.end();
const broken = (file) => file.status === "failed" && file.assertionResults.length === 0;
await rules.end(vitest, (r) => ({
  passed: r.numPassedTests,
  failed: r.numFailedTests + r.testResults.filter(broken).length,
}));

// Not beside the rules: some of these measure how soon a server answers. Each half has a server and a database
// of its own: neither meets what the other has left.
const port = Number(process.env.E2E_PORT ?? 3190);
const halves = !hasBrowser
  ? []
  : ["1", "2"].map((half, at) => {
      const report = `test-results/e2e-${half}.json`;
      rmSync(report, { force: true });
      return {
        report,
        run: begin(`ブラウザ ${half}/2 / browser journeys`, ["node_modules/playwright/cli.js", "test"], {
          E2E_HALF: half,
          E2E_PORT: String(port + at),
        }),
      };
    });
for (const { report, run } of halves)
  await run.end(report, (r) => ({ passed: r.stats.expected + r.stats.flaky, failed: r.stats.unexpected }));
if (!hasBrowser) {
  console.error("ブラウザの試験はできませんでした。 / The browser journeys could not be run.");
  failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
