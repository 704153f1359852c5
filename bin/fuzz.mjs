// npm run fuzz [-- runs]: asks every call and every settings form with anything that may be sent, has one
// card moved by two, and throws
// anew for every property of a rule, 10,000 times each unless told.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { build, install } from "./ready.mjs";

install();
build();
const env = { ...process.env, NODE_ENV: "test", FUZZ_RUNS: process.argv[2] ?? "10000" };
const thrown = readdirSync("app", { recursive: true }).filter(
  (name) => /\.test\.ts$/.test(name) && readFileSync(`app/${name}`, "utf8").includes("/dice.testing"),
);
const { status } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...thrown], {
  stdio: "inherit",
  env,
});
process.exit(status ?? 1);
