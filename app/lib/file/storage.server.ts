import { dataFolder } from "~/lib/db/open.server";
import { diskStorage } from "./storage.disk.server";
import { bucketStorage } from "./storage.s3.server";

/**
 * Where the bytes of files are kept, by names of our own making. What `put` has answered outlives the process
 * and the machine's power.
 */
export type Storage = {
  put(name: string, bytes: Uint8Array, media_type: string): Promise<void>;
  get(name: string): Promise<Uint8Array | null>;
  remove(name: string): Promise<void>;
};

/** S3_BUCKET, or the folder FILES_DIR, or one beside the database's. */
export function openStorage(env: NodeJS.ProcessEnv): Storage {
  if (env.S3_BUCKET) return bucketStorage(env, env.S3_BUCKET);
  return diskStorage(env.FILES_DIR || `${dataFolder(env)}-files`);
}
