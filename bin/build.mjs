// Builds the app: Remix's compiler, brotli beside each asset, and the revision.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

rmSync("public/build", { recursive: true, force: true });
execFileSync(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "build"], {
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production" },
});

await import("./enhance.mjs");

for (const name of readdirSync("public/build", { recursive: true })) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const file = join("public/build", name);
  writeFileSync(`${file}.br`, squeezed(readFileSync(file), name.startsWith("enhance/")));
}

/**
 * As small as brotli makes it. What browsers run is tried with other ways to write distances, too: each is
 * shortest for some file.
 */
function squeezed(bytes, thoroughly) {
  const tries = thoroughly
    ? [0, 1, 2].flatMap((postfix) => [0, 4, 8, 12].map((direct) => [postfix, direct << postfix]))
    : [[0, 0]];
  const made = tries.map(([postfix, direct]) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        [constants.BROTLI_PARAM_NDIRECT]: direct,
      },
    }),
  );
  return made.sort((a, b) => a.length - b.length)[0];
}
writeFileSync("build/revision", String(Math.floor(Date.now() / 1000)));
