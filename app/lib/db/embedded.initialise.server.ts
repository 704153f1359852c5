import { execFile } from "node:child_process";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { type Binaries, give, program } from "./embedded.binary.server";
import { dataDir, isNode } from "./embedded.postmaster.server";

const run = promisify(execFile);

export const ownerName = "koba_owner";
const NEEDED = [
  "PATH",
  "HOME",
  "TMPDIR",
  "TMP",
  "TEMP",
  "TZ",
  "LANG",
  "LD_LIBRARY_PATH",
  "DYLD_LIBRARY_PATH",
  "SystemRoot",
  "SYSTEMROOT",
];

/** None of our keys and passwords: everything that PostgreSQL runs could read them. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const known = NEEDED.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  return { ...Object.fromEntries(known), LC_ALL: "C" };
}

export async function initialise(
  place: Binaries,
  password: string,
  settings: Record<string, string>,
): Promise<void> {
  const data = dataDir(place);
  if (
    await stat(path.join(data, "PG_VERSION")).then(
      () => true,
      () => false,
    )
  )
    return;
  for (const name of await readdir(place.home)) {
    const half = /^data\.new-(\d+)$/.exec(name);
    if (half && !isNode(Number(half[1])))
      await rm(path.join(place.home, name), { recursive: true, force: true });
  }
  const fresh = `${data}.new-${process.pid}`;
  const secret = `${fresh}.pw`;
  await mkdir(fresh, { mode: 0o700 });
  await give(fresh, place.as);
  await writeFile(secret, password, { mode: 0o600 });
  await give(secret, place.as);
  // Japanese needs a UTF-8 LC_CTYPE beside ICU: under "C", pg_trgm finds no letters in it.
  const ctype =
    process.platform === "linux" ? "C.UTF-8" : process.platform === "darwin" ? "en_US.UTF-8" : "C";
  const flags = [
    "--encoding=UTF8",
    "--locale-provider=icu",
    "--icu-locale=ja-JP",
    "--locale=C",
    `--lc-ctype=${ctype}`,
  ];
  const set = Object.entries(settings).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
  if (settings.fsync === "off") flags.push("--no-sync");
  try {
    const options = { ...place.as, cwd: place.home, env: plainEnvironment() };
    const common = [
      `--pgdata=${fresh}`,
      `--username=${ownerName}`,
      `--pwfile=${secret}`,
      "--auth=scram-sha-256",
    ];
    await run(program(place.native, "initdb"), [...common, ...flags, ...set], options);
    // Fails when another process was quicker; its cluster has the same password.
    await rename(fresh, data).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(secret, { force: true });
    await rm(fresh, { recursive: true, force: true });
  }
}
