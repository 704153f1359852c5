import { z } from "zod";

export const reviewKind = z.enum(["approved", "returned", "withdrawn"]);
export type ReviewKind = z.infer<typeof reviewKind>;

/** 区分 of what somebody did. */
export const TIME_KINDS = ["setup", "making", "inspection", "indirect", "break", "machine"] as const;
export const timeKind = z.enum(TIME_KINDS);
export type TimeKind = z.infer<typeof timeKind>;
/** Of 無人運転: a machine's time, and nobody's (decision 141). */
export const isMachine = ({ kind }: { kind: TimeKind }): boolean => kind === "machine";
export const TIME_KIND_LABEL: Record<TimeKind, string> = {
  setup: "段取",
  making: "加工",
  inspection: "検査",
  indirect: "間接",
  break: "休憩",
  machine: "機械",
};

/** A record of a day as it was when the day was approved. */
export const keptRecord = z.object({
  row_key: z.string(),
  kind: timeKind,
  label: z.string(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  minutes: z.number().nullable(),
  num_good: z.string(),
  num_defective: z.string(),
});
export type KeptRecord = z.infer<typeof keptRecord>;
