import { z } from "zod";

const KINDS = ["defect", "pause", "indirect", "treatment", "cancel"] as const;
export const reasonKind = z.enum(KINDS);
export type ReasonKind = z.infer<typeof reasonKind>;
export const REASON_KIND_LABEL: Record<ReasonKind, string> = {
  defect: "不良理由",
  pause: "中断理由",
  indirect: "間接作業",
  treatment: "処置",
  cancel: "中止理由",
};
/** On a 不良 that names none of the list. Rows are told apart by these words: they stay as they are. */
export const NO_REASON = "理由なし";
export const AMENDED_SCRAP = "変更依頼による廃棄";
export const TREATMENTS = ["rework", "remake", "scrap", "concession"] as const;
export const treatment = z.enum(TREATMENTS);
export type Treatment = z.infer<typeof treatment>;
export const TREATMENT_LABEL: Record<Treatment, string> = {
  rework: "手直し",
  remake: "再製作",
  scrap: "廃棄",
  concession: "特採",
};
