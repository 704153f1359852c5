/** `why`: what the answer has to give a reason for. */
type Word = { text: string; fields: Record<string, string>; why?: string };

/** What was rounded by more than 1 % may stand, for a reason. */
export const ROUNDED = { text: "この数でよい", fields: { rounded: "on" } };

/** What can be answered to a refusal at a shelf. */
export function shelfWords(errors: Record<string, unknown>, row: { last_count: number } | null): Word[] {
  if ("rounded" in errors) return [{ ...ROUNDED, why: `${ROUNDED.text}理由` }];
  if ("negative" in errors)
    return [{ text: "それでも出庫する", fields: { negative: "on" }, why: "出庫する理由" }];
  if ("num_ready" in errors)
    return [{ text: "出荷待ちはない（棚の数に含めた）", fields: { num_ready: "0" } }];
  if (!("replace" in errors) || !row) return [];
  const seen = String(row.last_count);
  return [
    { text: "置き換える", fields: { mode: "replace", replace: "on", seen } },
    { text: "前の数に足す", fields: { mode: "add" } },
  ];
}
