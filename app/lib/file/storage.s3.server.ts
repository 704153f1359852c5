import type { S3ClientConfig } from "@aws-sdk/client-s3";
import type { Storage } from "./storage.server";

type Env = Record<string, string | undefined>;

/** The SDK is loaded where a bucket is used. Without S3_ACCESS_KEY_ID its own chain finds the keys. */
export async function openBucket(env: Env, more: S3ClientConfig = {}) {
  const s3 = await import("@aws-sdk/client-s3");
  return { s3, client: new s3.S3Client({ ...settings(env), ...more }) };
}

export function bucketStorage(env: Env, Bucket: string, more: S3ClientConfig = {}): Storage {
  const prefix = env.S3_PREFIX ? `${env.S3_PREFIX.replace(/\/+$/, "")}/` : "";
  const at = (name: string) => ({ Bucket, Key: `${prefix}${name}` });
  let opened: ReturnType<typeof openBucket> | undefined;
  const open = () => (opened ??= openBucket(env, more));
  return {
    async put(name, bytes, media_type) {
      const { s3, client } = await open();
      await client.send(
        new s3.PutObjectCommand({
          ...at(name),
          Body: bytes,
          ContentType: media_type,
          ContentLength: bytes.length,
        }),
      );
    },
    async get(name) {
      const { s3, client } = await open();
      try {
        const { Body } = await client.send(new s3.GetObjectCommand(at(name)));
        return Body ? await Body.transformToByteArray() : null;
      } catch (error) {
        if (error instanceof s3.NoSuchKey || (error as { name?: string }).name === "NotFound") return null;
        throw error;
      }
    },
    async remove(name) {
      const { s3, client } = await open();
      await client.send(new s3.DeleteObjectCommand(at(name)));
    },
  };
}

function settings(env: Env): S3ClientConfig {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  return {
    region: env.S3_REGION ?? "ap-northeast-1",
    ...(env.S3_ENDPOINT ? { endpoint: env.S3_ENDPOINT, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // A bucket that falls silent must not keep whoever opens a drawing waiting for ever.
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 10_000 },
    maxAttempts: 2,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  };
}
