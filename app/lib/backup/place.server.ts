import type { Storage } from "~/lib/file/storage.server";

/** Where backups are kept: whole dumps by their name, and a copy of every drawing and photo. */
export type BackupPlace = {
  /** As a person would look for it. */
  name: string;
  dumps(): Promise<string[]>;
  /** Takes the file over; the name stands once all of it does. */
  keep(file: string, name: string): Promise<void>;
  /** A file that can be read, and how to let go of it. */
  fetch(name: string): Promise<{ file: string; release(): Promise<void> }>;
  remove(name: string): Promise<void>;
  /** Where a dump is written before it is kept. */
  draft: string;
  files: Pick<Storage, "put" | "get">;
  /** Each file that is there, with its size. */
  fileSizes(): Promise<Map<string, number>>;
  close(): Promise<void>;
};
