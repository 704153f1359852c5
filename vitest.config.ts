import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest: begun first, so that at the end no worker is left alone with one of them. */
const LONG = [
  "server/fuzz",
  "web/access",
  "server/guard",
  "sample/world",
  "chat/chaos",
  "db/embedded",
  "web/form.fuzz",
  "server/tenant",
  "db/kill",
  "server/processes",
  "task/scale",
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
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    include: ["app/**/*.test.{ts,tsx}"],
    globalSetup: ["./app/lib/db/vitest.setup.ts"],
    // Far more than any test takes: a machine that is busy with something else is no failure.
    testTimeout: 60_000,
    hookTimeout: 180_000,
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
  },
});
