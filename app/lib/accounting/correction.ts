import type { Correction } from "~/lib/vocabulary/document";

type Standing = {
  cancelled_time: string | null;
  correction: Correction | null;
  /** A 赤 has taken it back. */
  is_reversed: boolean;
};

/** R4-9: what was issued is corrected once; the 黒 in its place may be corrected again. */
export function cannotCorrect({ cancelled_time, correction, is_reversed }: Standing): string | null {
  if (cancelled_time) return "この請求書は取り消されています。";
  if (correction === "red") return "赤伝は訂正できません。";
  return is_reversed ? "この請求書は赤伝で訂正済みです。" : null;
}
