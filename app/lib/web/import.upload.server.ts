import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type UploadHandlerPart, unstable_parseMultipartFormData } from "@remix-run/node";
import { type Args, visitor } from "./visit.server";

/** A CSV of 100,000 rows is some 20 MB. */
const IMPORT_BYTES = 30_000_000;
const FIELD_BYTES = 20_000;

export type Upload = { path: string; name: string; size: number; hash: string; discard: () => Promise<void> };

class TooLarge extends Error {}
const TOO_LARGE = "ファイルが大きすぎます（30MBまで）。行を分けて、二つ以上のファイルにしてください。";
const CUT_OFF = "ファイルを最後まで受け取れませんでした。回線を確かめて、もう一度送信してください。";

async function textOf({ data }: UploadHandlerPart): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of data) {
    size += part.length;
    if (size > FIELD_BYTES) throw new TooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

async function fileOf({ filename, data }: UploadHandlerPart): Promise<Upload> {
  const folder = await mkdtemp(join(tmpdir(), "koba-import-"));
  const discard = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, "file");
  const hash = createHash("sha256");
  const out = createWriteStream(path, { mode: 0o600 });
  let size = 0;
  try {
    for await (const part of data) {
      size += part.length;
      if (size > IMPORT_BYTES) throw new TooLarge();
      hash.update(part);
      if (!out.write(part)) await new Promise<void>((done) => out.once("drain", done));
    }
    await new Promise<void>((done, failed) =>
      out.end((error?: Error | null) => (error ? failed(error) : done())),
    );
  } catch (error) {
    out.destroy();
    await discard();
    throw error;
  }
  return {
    path,
    name: (filename ?? "").split(/[\\/]/).at(-1)!.slice(0, 200),
    size,
    hash: hash.digest("base64url"),
    discard,
  };
}

/** Never whole in memory. Before `enter`, which may ask for the form; strangers get nothing read. */
export async function takeUpload(args: Args): Promise<Upload | string | null> {
  if (!/^multipart\/form-data/i.test(args.request.headers.get("Content-Type") ?? "")) return null;
  if (!(await visitor(args))) {
    args.context.form = Promise.reject(new Error("not read"));
    args.context.form.catch(() => undefined);
    return null;
  }
  if (!/^multipart\/form-data/i.test(args.request.headers.get("Content-Type") ?? "")) return null;
  let upload: Upload | null = null;
  args.context.form = unstable_parseMultipartFormData(args.request, async (part) => {
    if (part.filename === undefined) return textOf(part);
    if (upload) return null;
    upload = await fileOf(part);
    return upload.name;
  });
  try {
    await args.context.form;
  } catch (error) {
    await (upload as Upload | null)?.discard();
    args.context.form = Promise.resolve(new FormData());
    return error instanceof TooLarge ? TOO_LARGE : CUT_OFF;
  }
  const taken = upload as Upload | null;
  if (taken && taken.size > 0) return taken;
  await taken?.discard();
  return null;
}
