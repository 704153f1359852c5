import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { migrations } from "~/lib/db/migrate.server";

export const packageVersion = (): string =>
  (JSON.parse(readFileSync("package.json", "utf8")) as { version: string }).version;

/** What runs here: the version of CHANGELOG, the build, the database's last change, and what it runs on. */
export async function programVersion(): Promise<string> {
  const revision = await readFile("build/revision", "utf8").catch(() => null);
  const built = revision ? new Date(Number(revision) * 1000).toISOString().slice(0, 19) : "–";
  const last = (await migrations()).at(-1)!.name;
  return `KOBA ${packageVersion()}（組み立て ${built}Z、データベース ${last}、Node.js ${process.versions.node}、${process.platform}-${process.arch}）`;
}
