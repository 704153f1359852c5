import { z } from "zod";

export const encoding = z.enum(["utf-8", "utf-16", "shift_jis"]);
export type Encoding = z.infer<typeof encoding>;
export const ENCODING_LABEL: Record<Encoding, string> = {
  "utf-8": "UTF-8",
  "utf-16": "UTF-16",
  shift_jis: "Shift_JIS",
};
export const importState = z.enum(["reading", "checking", "checked", "saving", "saved", "failed", "stopped"]);
export type ImportState = z.infer<typeof importState>;
export const IMPORT_STATE_LABEL: Record<ImportState, string> = {
  reading: "読み取り中",
  checking: "確認中",
  checked: "登録待ち",
  saving: "登録中",
  saved: "登録済み",
  failed: "失敗",
  stopped: "取りやめ",
};
export const rowState = z.enum(["new", "changed", "same", "wrong"]);
export type RowState = z.infer<typeof rowState>;
export const fileColumn = z.object({ header: z.string(), field: z.string().nullable() });
export type FileColumn = z.infer<typeof fileColumn>;
