import { z } from "zod";

export const OWNER_KINDS = [
  "card",
  "defect",
  "product",
  "chat",
  "logo",
  "seal",
  "record",
  "inspection",
  "order",
  "order_draft",
  "quote",
  "quote_part",
  "defect_report",
  "payable_bill",
  "stock_move",
] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];
export const fileKind = z.enum(["drawing", "photo", "document"]);
export type FileKind = z.infer<typeof fileKind>;
export const FILE_KIND_LABEL: Record<FileKind, string> = { drawing: "図面", photo: "写真", document: "資料" };
export const FILE_KINDS = [
  { value: "", label: "自動" },
  ...fileKind.options.map((value) => ({ value, label: FILE_KIND_LABEL[value] })),
];
export type Stored = {
  blob: string;
  name: string;
  media_type: string;
  size: number;
  width: number | null;
  height: number | null;
  has_thumb: boolean;
};
