import { randomBytes } from "node:crypto";
import { Refusal } from "~/lib/api/refusal";
import type { Stored } from "~/lib/vocabulary/file";
import { ANY_TEXT, fileName, isImage, KINDS_TEXT, shownName } from "./file";
import { redraw, THUMB_TYPE } from "./image.server";
import { FILE_MAX } from "./limit";
import { sniff, sniffAny } from "./sniff.server";
import type { Storage } from "./storage.server";
import { QueueFull } from "./turns";

export type Taken = Stored & { bytes: Uint8Array; thumb: Uint8Array | null };

export const newName = () => randomBytes(16).toString("base64url");
export const thumbOf = (blob: string) => `${blob}.thumb`;

function wrong(sentence: string): Refusal {
  return new Refusal(422, "ファイルを確認してください。", { files: [sentence] });
}

const BUSY = "ほかの画像を取り込んでいます。少し待ってから、もう一度操作してください。";

/** Pictures alone, their longest `side` (px) cut down; or whatever may be downloaded. */
export type Accepted = { images?: boolean; side?: number; any?: boolean };

export async function acceptFile(
  company_id: string,
  given: { name: string; bytes: Uint8Array },
  { images: images_only = false, any = false, side }: Accepted,
): Promise<Taken> {
  const { bytes } = given;
  const shown = shownName(given.name);
  if (bytes.length === 0) throw wrong(`「${shown}」は空のファイルです。選択し直してください`);
  if (bytes.length > FILE_MAX)
    throw wrong(`「${shown}」は10MBを超えています。小さくしてから選択し直してください`);
  const { media_type, why } = await (any ? sniffAny : sniff)(bytes, shown);
  if (why) throw wrong(`「${shown}」${why}`);
  if (images_only && media_type === "image/heic") {
    throw wrong(
      `「${shown}」はHEIC形式のため扱えません。iPhoneでは「設定 > カメラ > フォーマット > 互換性優先」にして撮り直すか、JPEGに変換してください`,
    );
  }
  if (!media_type || (images_only && !isImage(media_type))) {
    throw wrong(
      `「${shown}」は扱えない形式です。${images_only ? "画像（JPEG・PNG・WebP）を選択してください" : any ? ANY_TEXT : KINDS_TEXT}`,
    );
  }
  const blob = newName();
  const name = fileName(given.name, media_type);
  if (!isImage(media_type))
    return {
      blob,
      name,
      media_type,
      size: bytes.length,
      width: null,
      height: null,
      has_thumb: false,
      bytes,
      thumb: null,
    };
  const drawn = await redraw(company_id, bytes, media_type, side).catch((error) => {
    throw error instanceof QueueFull ? new Refusal(429, BUSY) : error;
  });
  if (!drawn)
    throw wrong(`「${shown}」の画像を読み取れませんでした。壊れているか、大きすぎます（5000万画素まで）`);
  const { width, height, thumb } = drawn;
  return {
    blob,
    name,
    media_type,
    size: drawn.bytes.length,
    width,
    height,
    has_thumb: true,
    bytes: drawn.bytes,
    thumb,
  };
}

export async function keepBytes(storage: Storage, { blob, bytes, thumb, media_type }: Taken): Promise<void> {
  try {
    await storage.put(blob, bytes, media_type);
    if (thumb) await storage.put(thumbOf(blob), thumb, THUMB_TYPE);
  } catch (error) {
    if (["ENOSPC", "EDQUOT"].includes(String((error as { code?: unknown }).code)))
      throw new Refusal(409, FULL);
    throw error;
  }
}

const FULL =
  "ファイルを保存する場所がいっぱいです。管理者に知らせてください。載せたほかのファイルはそのまま見られます。";

export async function dropBytes(storage: Storage, blob: string): Promise<void> {
  await storage.remove(blob);
  await storage.remove(thumbOf(blob));
}
