import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { HOLIDAYS } from "./bin/holidays.mjs";
import { inMemory } from "./bin/memory.mjs";

inMemory();

/**
 * What takes longest: begun first, so that at the end no worker is left alone with one of them; what works
 * beside what mostly waits.
 */
const LONG = [
  "server/fuzz",
  "server/processes",
  "web/access",
  "db/kill",
  "server/tenant",
  "db/embedded",
  "stocktake/brief.api",
  "stocktake/history.api",
  "task/scale",
  "chat/chaos",
  "web/form.fuzz",
  "pool/forgot",
  "sample/world",
  "web/two.front",
  "server/guard",
  "pool/mail",
  "pool/attempt",
  "db/backup",
  "web/front",
  "web/session.front",
];
function rank({ moduleId }: TestSpecification): number {
  const at = LONG.findIndex((one) => moduleId.includes(`/${one}.test.`));
  return at < 0 ? LONG.length : at;
}

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  define: { HOLIDAYS: JSON.stringify(HOLIDAYS) },
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    // Far more than any test takes: a machine that is busy with something else is no failure.
    // A property that is thrown as often as `npm run fuzz` says takes as much longer.
    testTimeout: 120_000 + Number(process.env.FUZZ_RUNS ?? 0) * 2000,
    hookTimeout: 180_000,
    pool: "forks",
    // One more than two cores: some wait for a database or for a clock of their own.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          include: ["app/**/*.test.{ts,tsx}"],
          exclude: ["app/enhance/**"],
          globalSetup: ["./app/lib/server/vitest.setup.ts"],
          setupFiles: ["./app/lib/server/file.vitest.setup.ts"],
          // Loading the same modules anew for each file took a sixth of the time (decision 056).
          isolate: false,
        },
      },
      // Each file has a document of its own: what a page's modules listen to cannot be taken back.
      {
        extends: true,
        test: { name: "browser", include: ["app/enhance/**/*.test.{ts,tsx}"], isolate: true },
      },
    ],
  },
});
