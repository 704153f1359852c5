import { defineConfig } from "playwright/test";
import { inMemory } from "./bin/memory.mjs";

inMemory();

const port = Number(process.env.E2E_PORT ?? 3190);
/** `npm test` runs the journeys in two halves side by side, each on a server of its own; without a half, all of them. */
const half = process.env.E2E_HALF;
const FIRST =
  /(chat|codes|forms|move|order|outsource|payable|phone|road|road-nojs|scan|self-bill|work)\.spec\.ts$/;

export default defineConfig({
  testDir: "e2e",
  testMatch: half === "1" ? FIRST : undefined,
  testIgnore: half === "2" ? FIRST : undefined,
  outputDir: `test-results/journeys${half ?? ""}`,
  workers: 1,
  // Far more than any journey takes: a machine that is busy with something else is no failure.
  timeout: 400_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json", { outputFile: `test-results/e2e${half ? `-${half}` : ""}.json` }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    actionTimeout: 20_000,
    locale: "ja-JP",
    timezoneId: "Asia/Tokyo",
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.CHROMIUM || undefined,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: "node e2e/serve.mjs",
    url: `http://127.0.0.1:${port}/health`,
    env: { PORT: String(port) },
    timeout: 240_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});
