import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { diskStorage } from "~/lib/file/storage.disk.server";
import { DRAFT, NAME } from "./backup";
import type { BackupPlace } from "./place.server";

const unlessGone = (error: NodeJS.ErrnoException): never[] => {
  if (error.code === "ENOENT") return [];
  throw error;
};

const DAY = 86_400_000;

/** What a backup that was killed had written by then. */
async function dropDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (name.startsWith(DRAFT) && Date.now() - (await stat(file)).mtimeMs > DAY) await rm(file);
  }
}

export async function folderPlace(given: string): Promise<BackupPlace> {
  const folder = path.resolve(given);
  const files = path.join(folder, "files");
  await mkdir(files, { recursive: true, mode: 0o700 });
  await dropDrafts(folder);
  const at = (name: string) => path.join(folder, name);
  return {
    name: folder,
    dumps: async () => (await readdir(folder)).filter((name) => NAME.test(name)),
    keep: (file, name) => rename(file, at(name)),
    async fetch(name) {
      await stat(at(name));
      return { file: at(name), release: async () => {} };
    },
    remove: (name) => rm(at(name), { force: true }),
    draft: folder,
    files: diskStorage(files),
    async fileSizes() {
      const sizes = new Map<string, number>();
      for (const part of await readdir(files)) {
        for (const name of await readdir(path.join(files, part)).catch(unlessGone))
          if (!name.endsWith(".part")) sizes.set(name, (await stat(path.join(files, part, name))).size);
      }
      return sizes;
    },
    close: async () => {},
  };
}
