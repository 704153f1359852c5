// npm run fuzz [-- runs]: asks every call and every settings form with anything that may be sent, and has one card moved by two,
// 10,000 times each unless told.
import { spawnSync } from "node:child_process";
import { build, install } from "./ready.mjs";

install();
build();
const env = { ...process.env, NODE_ENV: "test", FUZZ_RUNS: process.argv[2] ?? "10000" };
const { status } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "fuzz", "card.race"], { stdio: "inherit", env });
process.exit(status ?? 1);
