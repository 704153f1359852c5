import { termsExample } from "~/lib/company/factory.terms";
import type { ISODate } from "~/lib/time/date";
import type { Terms } from "~/lib/time/period";
import type { Means } from "~/lib/vocabulary/maturity";
import { collaborationChange } from "./collaboration.schema";

export function termsPreview(query: Record<string, string>, saved: Terms & Means, today: ISODate) {
  const typed = "pay_month" in query ? collaborationChange.safeParse({ ...query, version: 1 }) : null;
  const shown = typed?.success ? { ...typed.data, payment_date: typed.data.payment_date ?? null } : saved;
  return {
    ...termsExample(shown, today),
    wrong: typed && !typed.success ? typed.error.issues.map((issue) => issue.message) : [],
  };
}

type Saved = Omit<Terms, "payment_date"> & Means & { payment_date?: number | null; toriteki: string };

/** The 60 days are said when terms are saved, not when money is late (R2-5). */
export function termsSaved(saved: string, terms: Saved, today: ISODate) {
  const { tone, check } = termsExample({ ...terms, payment_date: terms.payment_date ?? null }, today);
  if (tone === "good" || terms.toriteki === "exempt") return { text: saved, severity: "success" as const };
  return {
    text: `${saved}${check}`,
    severity: tone === "bad" && terms.toriteki === "covered" ? ("error" as const) : ("info" as const),
  };
}
