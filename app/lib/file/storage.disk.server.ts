import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Storage } from "./storage.server";

/** A file takes its name only when it is whole and forced to the disk. */
export function diskStorage(folder: string): Storage {
  const root = path.resolve(folder);
  const place = (name: string) => {
    if (!/^[\w-]{4,64}(\.\w{1,8})?$/.test(name)) throw new Error(`no name for a stored file: ${name}`);
    return path.join(root, name.slice(0, 2), name);
  };
  return {
    async put(name, bytes) {
      const to = place(name);
      const parent = path.dirname(to);
      await mkdir(parent, { recursive: true, mode: 0o700 });
      const part = `${to}.part`;
      const file = await open(part, "w", 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, to);
      for (const one of [parent, root]) await flush(one);
    },
    get: (name) => readFile(place(name)).catch(unlessGone),
    remove: async (name) => {
      for (const one of [place(name), `${place(name)}.part`]) await rm(one, { force: true });
    },
  };
}

/** A name is durable once its folder is; Windows has no such flush. */
async function flush(folder: string): Promise<void> {
  const open_folder = await open(folder, "r").catch(() => null);
  await open_folder?.sync().catch(() => {});
  await open_folder?.close();
}

function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
