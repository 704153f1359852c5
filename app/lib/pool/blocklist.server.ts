import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const FILE = path.join("app", "lib", "pool", "blocked-passwords.txt");

/** The built server lies elsewhere than the sources, so the file is looked for from both ends. */
function find(): string {
  for (const start of [process.cwd(), path.dirname(fileURLToPath(import.meta.url))]) {
    for (let at = start; ; at = path.dirname(at)) {
      if (existsSync(path.join(at, FILE))) return path.join(at, FILE);
      if (at === path.dirname(at)) break;
    }
  }
  throw new Error(`${FILE} not found`);
}

let list: Set<string> | undefined;

/**
 * Whether a password, in small letters, is on the block list (ASVS 6.2.4). The list is read when the first
 * password is set.
 */
export function isCommon(password: string): boolean {
  list ??= new Set(
    readFileSync(find(), "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#")),
  );
  return list.has(password);
}
