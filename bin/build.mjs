// Builds the app: Remix's compiler, brotli beside each asset, and the revision.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

rmSync("public/build", { recursive: true, force: true });
execFileSync(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "build"], { stdio: "inherit", env: { ...process.env, NODE_ENV: "production" } });

await import("./enhance.mjs");

for (const name of readdirSync("public/build", { recursive: true })) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const file = join("public/build", name);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }));
}
writeFileSync("build/revision", String(Math.floor(Date.now() / 1000)));
