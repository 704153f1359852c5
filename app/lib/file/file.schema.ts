import { z } from "zod";
import { checkbox, optionalCode, version } from "~/lib/text/text.schema";
import { fileKind, OWNER_KINDS } from "~/lib/vocabulary/file";

export const ACCEPT_IMAGES = ".jpg,.jpeg,.png,.webp";

export const fileKey = z.object({ key: z.string().regex(/^[\w-]{22}$/) });

/** What is said of the files of one post. */
export const filing = z.object({
  /** Left out: what can be seen is a photo, what is drawn or has a 版 a drawing, the rest a document. */
  kind: z.preprocess((value) => value || undefined, fileKind.optional()),
  revision: optionalCode("版", 20),
  /** These drawings are the latest ones; the others of the same owner no more. */
  is_latest: checkbox(),
  /** 社内のみ: the other side does not see them. */
  is_inner: checkbox(),
});
export type Filing = z.output<typeof filing>;

const said = z.preprocess(
  (value) =>
    value === undefined || value === null ? undefined : [true, "on", "true"].includes(value as string),
  z.boolean().optional(),
);

export const fileChange = z.object({
  version,
  kind: z.preprocess((value) => value || undefined, fileKind.optional()),
  revision: optionalCode("版", 20),
  is_latest: said,
  is_inner: said,
});
export type FileChange = z.output<typeof fileChange>;

export const fileRow = z.object({
  key: z.string(),
  owner_kind: z.enum(OWNER_KINDS),
  owner_key: z.string(),
  company_id: z.string(),
  name: z.string(),
  media_type: z.string(),
  /** Bytes; pixels of an image. */
  size: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  has_thumb: z.boolean(),
  kind: fileKind,
  revision: z.string().nullable(),
  is_latest: z.boolean(),
  is_inner: z.boolean(),
  /** Our own people by name, the other side's by their company's. */
  created_by: z.string(),
  created_time: z.string(),
  version: z.number(),
  /** Ours to change and to take away. */
  is_own: z.boolean(),
});
export type FileRow = z.infer<typeof fileRow>;

/** A card's own files, and those it shows of its product and of the card it stands under. */
export const cardFiles = z.object({ items: z.array(fileRow), inherited: z.array(fileRow) });
export type CardFiles = z.infer<typeof cardFiles>;

/**
 * The drawing that a card is worked by: the latest of its own, else of its product and of the card it came
 * from; else the last that was put there.
 */
export function drawingOf({ items, inherited }: CardFiles): FileRow | null {
  const drawings = [...items, ...inherited].filter((one) => one.kind === "drawing");
  return (
    drawings.find((one) => one.is_latest) ??
    drawings.sort((a, b) => (a.created_time < b.created_time ? 1 : -1))[0] ??
    null
  );
}

/** One press on a file of a card's page. */
export const fileAct = z.object({
  act: z.enum(["latest", "old", "inner", "open", "hide", "restore"]),
  version: version.default(1),
});
