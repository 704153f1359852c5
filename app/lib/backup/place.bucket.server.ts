import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Env } from "~/lib/db/open.server";
import { bucketStorage, openBucket } from "~/lib/file/storage.s3.server";
import { bucketEnvironment, NAME } from "./backup";
import type { BackupPlace } from "./place.server";

export async function bucketPlace(env: Env, Bucket: string): Promise<BackupPlace> {
  const settings = bucketEnvironment(env);
  const prefix = settings.S3_PREFIX ? `${settings.S3_PREFIX.replace(/\/+$/, "")}/` : "";
  const { s3, client } = await openBucket(settings);
  const at = (name: string) => ({ Bucket, Key: prefix + name });

  async function sizesBelow(folder: string): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for (let ContinuationToken: string | undefined, more = true; more; ) {
      const page = await client.send(
        new s3.ListObjectsV2Command({ Bucket, Prefix: folder, Delimiter: "/", ContinuationToken }),
      );
      for (const { Key = "", Size = 0 } of page.Contents ?? []) sizes.set(Key.slice(folder.length), Size);
      ContinuationToken = page.NextContinuationToken;
      more = ContinuationToken !== undefined;
    }
    return sizes;
  }

  const draft = await mkdtemp(path.join(tmpdir(), "koba-backup-"));
  return {
    name: `s3://${Bucket}/${prefix}`,
    dumps: async () => [...(await sizesBelow(prefix)).keys()].filter((name) => NAME.test(name)),
    async keep(file, name) {
      const Body = createReadStream(file);
      const ContentLength = (await stat(file)).size;
      const ContentType = "application/gzip";
      await client.send(new s3.PutObjectCommand({ ...at(name), Body, ContentLength, ContentType }));
      await rm(file);
    },
    async fetch(name) {
      const file = path.join(draft, name);
      const { Body } = await client.send(new s3.GetObjectCommand(at(name)));
      await pipeline(Body as Readable, createWriteStream(file, { mode: 0o600 }));
      return { file, release: () => rm(file, { force: true }) };
    },
    remove: async (name) => void (await client.send(new s3.DeleteObjectCommand(at(name)))),
    draft,
    files: bucketStorage({ ...settings, S3_PREFIX: `${prefix}files` }, Bucket),
    fileSizes: () => sizesBelow(`${prefix}files/`),
    async close() {
      client.destroy();
      await rm(draft, { recursive: true, force: true });
    },
  };
}
