import { z } from "zod";
import { type ClosingResult, closingResult } from "~/lib/accounting/closing.schema";

const rows = z.array(closingResult).max(1000);

/** Put together by the script that posted the parts, for the eyes of who posted them. */
export function shownResults(text: FormDataEntryValue | null): ClosingResult[] {
  try {
    return rows.parse(JSON.parse(String(text)));
  } catch {
    throw new Response(null, { status: 422 });
  }
}
