import type { Env } from "~/lib/db/open.server";
import { backupSettings } from "./backup";
import { bucketPlace } from "./place.bucket.server";
import { folderPlace } from "./place.folder.server";
import type { BackupPlace } from "./place.server";

export const NO_PLACE =
  "控えの置き場所がありません。BACKUP_DIR（フォルダー）か BACKUP_S3_BUCKET を設定してください。(set BACKUP_DIR or BACKUP_S3_BUCKET)";

export async function openPlace(env: Env): Promise<BackupPlace> {
  const { folder, bucket } = backupSettings(env);
  if (bucket) return bucketPlace(env, bucket);
  if (folder) return folderPlace(folder);
  throw new Error(NO_PLACE);
}
