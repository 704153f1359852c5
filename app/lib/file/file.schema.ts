import { z } from "zod";
import { checkbox, optionalCode, version } from "~/lib/text/text.schema";
import { fileKind, OWNER_KINDS } from "~/lib/vocabulary/file";

export const ACCEPT_IMAGES = ".jpg,.jpeg,.png,.webp";

export const fileKey = z.object({ key: z.string().regex(/^[\w-]{22}$/) });

export const filing = z.object({
  /** Left out: it follows from what the file is and whether it has a 版. */
  kind: z.preprocess((value) => value || undefined, fileKind.optional()),
  revision: optionalCode("版", 20),
  is_latest: checkbox(),
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
  size: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  has_thumb: z.boolean(),
  kind: fileKind,
  revision: z.string().nullable(),
  is_latest: z.boolean(),
  is_inner: z.boolean(),
  created_by: z.string(),
  created_time: z.string(),
  version: z.number(),
  is_own: z.boolean(),
});
export type FileRow = z.infer<typeof fileRow>;

export const cardFiles = z.object({ items: z.array(fileRow), inherited: z.array(fileRow) });
export type CardFiles = z.infer<typeof cardFiles>;

/** The latest, own ones first; else the last that was added. */
export function drawingOf({ items, inherited }: CardFiles): FileRow | null {
  const drawings = [...items, ...inherited].filter((one) => one.kind === "drawing");
  return (
    drawings.find((one) => one.is_latest) ??
    drawings.sort((a, b) => (a.created_time < b.created_time ? 1 : -1))[0] ??
    null
  );
}

export const fileAct = z.object({
  act: z.enum(["latest", "old", "inner", "open", "hide", "restore"]),
  version: version.default(1),
});
