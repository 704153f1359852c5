import { z } from "zod";

export const KINDS = ["number", "choice", "check", "photo"] as const;
export const recordKind = z.enum(KINDS);
export type RecordKind = z.infer<typeof recordKind>;
export const RECORD_KIND_LABEL: Record<RecordKind, string> = {
  number: "数値",
  choice: "選択",
  check: "チェック",
  photo: "写真",
};
