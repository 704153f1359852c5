import { dataFolder, type Env } from "~/lib/db/open.server";
import { diskStorage } from "./storage.disk.server";
import { bucketStorage } from "./storage.s3.server";
import type { Storage } from "./storage.server";

export function openStorage(env: Env): Storage {
  if (env.S3_BUCKET) return bucketStorage(env, env.S3_BUCKET);
  return diskStorage(env.FILES_DIR || `${dataFolder(env)}-files`);
}
