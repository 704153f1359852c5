import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Binaries } from "./embedded.binary.server";

export const dataDir = (place: Binaries) => path.join(place.home, "data");

/** `socket`: the folder of its socket, or empty. */
export type Postmaster = { pid: number; port: number; socket: string; status: string };

export function readPostmaster(place: Binaries): Postmaster | null {
  try {
    const lines = readFileSync(path.join(dataDir(place), "postmaster.pid"), "utf8")
      .split("\n")
      .map((line) => line.trim());
    const pid = Number(lines[0]);
    return pid > 0
      ? { pid, port: Number(lines[3] ?? 0), socket: lines[4] ?? "", status: lines[7] ?? "starting" }
      : null;
  } catch {
    return null;
  }
}

/** Process ids are reused, in containers at once: where the system tells, it must be PostgreSQL. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8");
    return fields.includes("(postgres)") && !/\) Z /.test(fields);
  } catch {
    return process.platform !== "linux";
  }
}

export const isNode = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** PostgreSQL overlooks a pid file naming its own parent, and still checks for orphans. */
export function disown(place: Binaries, pid: number): void {
  const file = path.join(dataDir(place), "postmaster.pid");
  const text = readFileSync(file, "utf8");
  if (text.startsWith(`${pid}\n`)) writeFileSync(file, text.replace(/^\d+/, String(process.pid)));
}
