// npm test: types, then rules and API on a real database, then browser journeys. Ends with "N passed, N failed".
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { build, install, step } from "./ready.mjs";

install();
const { browser } = await import("./browser.mjs");
await browser();
build();

const env = { ...process.env, NODE_ENV: "test", PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" };
mkdirSync("test-results", { recursive: true });
let passed = 0;
let failed = 0;

function run(name, command, report, count) {
  step(name);
  if (report) rmSync(report, { force: true });
  const { status } = spawnSync(process.execPath, command, { stdio: "inherit", env });
  const told = report && existsSync(report) ? count(JSON.parse(readFileSync(report, "utf8"))) : { passed: status === 0 ? 1 : 0, failed: 0 };
  passed += told.passed;
  // A runner that fails without a failed test (a crash, no test found) counts as one.
  failed += told.failed || (status === 0 ? 0 : 1);
}

run("型を確かめています / types", ["node_modules/typescript/bin/tsc", "--noEmit"]);
run("ルールと API / rules and API", ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json", "--outputFile.json=test-results/vitest.json"],
  "test-results/vitest.json", (r) => ({ passed: r.numPassedTests, failed: r.numFailedTests + r.testResults.filter((f) => f.status === "failed" && f.assertionResults.length === 0).length }));
run("ブラウザ / browser journeys", ["node_modules/playwright/cli.js", "test"],
  "test-results/e2e.json", (r) => ({ passed: r.stats.expected + r.stats.flaky, failed: r.stats.unexpected }));

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
