import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { activity } from "~/lib/tables/activity.table.server";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { STOCK_TERMS, type termsUndo, VALUING } from "./terms.schema";
import { lockProducts, repriced, writeTerms } from "./terms.server";
import { revalue } from "./value.server";

const isTerm = (name: string) => [...STOCK_TERMS, "unit_weight"].includes(name);
/** How it was weighed is told, and nothing to take back. */
const isTold = (name: string) => name === "weighed";
const isSame = (a: unknown, b: unknown) => String(a ?? "") === String(b ?? "");

/** All that one person saved at once; none of it where somebody has changed any of it since. */
export async function undoTerms(
  db: Tx,
  who: Who,
  { changed_time }: z.output<typeof termsUndo>,
): Promise<{ num: number }> {
  const found = await db
    .select({ product_id: activity.subject_key, before: activity.before, after: activity.after })
    .from(activity)
    .where(
      and(
        eq(activity.seller_id, who.company_id),
        eq(activity.at, changed_time),
        eq(activity.subject, "product"),
        eq(activity.kind, "edited"),
        eq(activity.actor, who.username),
      ),
    );
  const entries = found.filter(({ after }) =>
    Object.keys(after).every((name) => isTerm(name) || isTold(name)),
  );
  if (entries.length === 0) throw notFound("元に戻す変更");
  const rows = await lockProducts(
    db,
    who,
    entries.map(({ product_id }) => product_id),
  );
  for (const { product_id, before, after } of entries) {
    const row = rows.get(product_id);
    const now = row as Record<string, unknown> | undefined;
    if (!row || !now) throw notFound("商品");
    const names = Object.keys(after).filter(isTerm);
    if (names.every((name) => isSame(now[name], after[name]))) continue;
    const isBack = names.every((name) => isSame(now[name], before[name]));
    const what = isBack ? "もう元に戻っています" : "そのあと変えられているため、元に戻せません";
    throw new Refusal(409, `${row.code}の在庫の設定は、${what}。今の値を確かめてください。`);
  }
  const priced = entries.filter(({ after }) => VALUING.some((name) => name in after));
  if (priced.length > 0 && !seesAmounts(who))
    throw new Refusal(403, "在庫金額の変わる設定を元に戻す権限がありません。");
  const all = entries.map(({ product_id, before }) => ({
    row: rows.get(product_id)!,
    terms: Object.fromEntries(Object.entries(before).filter(([name]) => isTerm(name))),
  }));
  const num = await writeTerms(db, who, all);
  const ids = priced.map(({ product_id }) => product_id);
  if (ids.length > 0) await revalue(db, who.company_id, { ids, ...repriced(who) });
  return { num };
}
