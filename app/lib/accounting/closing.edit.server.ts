import { and, eq, sql } from "drizzle-orm";
import { Refusal, refuseIf, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { delivery_line } from "~/lib/tables/delivery.table.server";
import { closing_draft } from "~/lib/tables/invoice.table.server";
import { shiftMonth, tokyoDate } from "~/lib/time/date";
import { amountErrors } from "./added.line";
import { logNotes, noteLines } from "./billed.server";
import { billingMonth, earlyProblem, isPast, splitProblem } from "./closing";
import { draftInvoice, draftProblem, isZero, termsOf } from "./closing.draft.server";
import type { ClosingEdit } from "./closing.edit.schema";
import { booksOf, chosenPartners } from "./closing.server";
import { monthLabel } from "./invoice";
import { lockPair } from "./pair.server";
import { lineNameOf } from "./single.schema";

type Asked = { buyer_id: string; ym: number };

async function rowsOf(db: Tx, who: Who, { buyer_id, ym }: Asked) {
  const partner = (await chosenPartners(db, who, [buyer_id]))[0]!;
  const books = await booksOf(db, who, ym, [partner]);
  const [terms, last] = [termsOf(partner), books.closedOf(buyer_id)];
  const draft = draftInvoice(partner, ym, books);
  const month = (line: Parameters<typeof billingMonth>[0]) => billingMonth(line, terms, last);
  const items = books.linesOf(buyer_id).flatMap((line) => {
    const is_later = month(line) > ym;
    // Put off from here or from before; what is delivered later is of its own month.
    const isShown =
      month(line) === ym || (is_later && month({ ...line, billing_ym: null, freed_ym: null }) <= ym);
    return isShown ? [{ ...line, is_later }] : [];
  });
  return { partner, books, draft, items, isClosed: isPast(ym, last) };
}

/** What the closing of one partner is made of: its lines, and what is added to them. */
export async function readClosingRows(db: Tx, who: Who, asked: Asked) {
  const { partner, books, draft, items, isClosed } = await rowsOf(db, who, asked);
  const drafted = books.draftOf(asked.buyer_id, asked.ym);
  const problem = draftProblem(draft, books, tokyoDate(who.now));
  const { ym, start_date, end_date, by_rate, subtotal, tax, total, billed_now } = draft;
  return {
    buyer_id: asked.buyer_id,
    buyer_name: partner.buyer_name,
    ym,
    start_date,
    end_date,
    problem: isClosed || (problem !== null && !isZero(draft)) ? problem : null,
    items: isClosed ? [] : items,
    lines: drafted?.lines ?? [],
    note: drafted?.note ?? null,
    version: drafted?.version ?? 0,
    by_rate,
    subtotal,
    tax,
    total,
    billed_now,
  };
}

/** Kept until the closing; nothing is issued. */
export async function saveClosingRows(db: Tx, who: Who, input: ClosingEdit) {
  const { buyer_id, ym, lines, version } = input;
  const errors = amountErrors("lines", lines);
  if (Object.keys(errors).length > 0) throw new Refusal(422, "入力内容を確認してください。", errors);
  await chosenPartners(db, who, [buyer_id]);
  await lockPair(db, who.company_id, buyer_id);
  const { partner, items, isClosed } = await rowsOf(db, who, input);
  refuseIf(isClosed ? `${monthLabel(ym)}は締め済みです。` : null);
  const names = new Set(items.map(lineNameOf));
  refuseIf(
    input.rows.every((name) => names.has(name))
      ? null
      : "他の人が更新しました。請求済みか取り消された明細があります。画面を読み込み直してください。",
  );
  const [shown, later] = [new Set(input.rows), new Set(input.later)];
  const isLater = (line: (typeof items)[number]) =>
    shown.has(lineNameOf(line)) ? later.has(lineNameOf(line)) : line.is_later;
  refuseIf(
    earlyProblem(
      items.filter((line) => !isLater(line)),
      ym,
    ),
  );
  const moved = items.filter((line) => isLater(line) !== line.is_later);
  const notes = new Set(moved.map((line) => line.delivery_key));
  const touched = items.filter((line) => notes.has(line.delivery_key));
  refuseIf(splitProblem(touched, isLater));
  for (const billing_ym of [shiftMonth(ym, 1), ym]) {
    const some = moved.filter((line) => line.is_later === (billing_ym === ym));
    if (some.length === 0) continue;
    await db.update(delivery_line).set({ billing_ym }).where(noteLines(some));
    const keys = some.map((line) => line.delivery_key);
    await logNotes(db, who, keys, "postponed", { after: { billing_ym } });
  }
  const kept = { note: input.note ?? null, lines, updated_time: who.now };
  const { seller_id } = partner;
  const [saved] = await db
    .insert(closing_draft)
    .values({ seller_id, buyer_id, ym, ...kept })
    .onConflictDoUpdate({
      target: [closing_draft.seller_id, closing_draft.buyer_id, closing_draft.ym],
      set: { ...kept, version: sql`${closing_draft.version} + 1` },
      setWhere: and(eq(closing_draft.version, version)),
    })
    .returning({ version: closing_draft.version });
  if (!saved || (version === 0 && saved.version !== 1)) throw stale("請求内容");
  return saved;
}
