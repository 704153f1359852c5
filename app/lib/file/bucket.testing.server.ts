import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "@20minutes/s3rver";

/**
 * An S3-compatible server with an empty bucket. It refuses what is signed with another key, unless it is to
 * list: the path of a listing it signs otherwise than AWS does.
 */
export async function startBucket(name: string, lists = false) {
  const directory = mkdtempSync(path.join(tmpdir(), "koba-s3-"));
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    allowMismatchedSignatures: lists,
    directory,
    configureBuckets: [{ name }],
  });
  const { port } = await server.run();
  return {
    directory,
    env: {
      S3_BUCKET: name,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    },
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
