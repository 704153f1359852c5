import { sql } from "drizzle-orm";
import { answerInvoice } from "~/lib/accounting/invoice.answer.server";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import { issuingPerson, type Who } from "~/lib/api/who";
import { postMessage } from "~/lib/chat/message.server";
import type { Tx } from "~/lib/db/connection.server";
import { figureChanges } from "~/lib/money/confirmed";
import { payable_match_close, payable_match_word } from "~/lib/tables/match.table.server";
import { tokyoDate } from "~/lib/time/date";
import { answerProblem } from "./match";
import { cannotClose, type Month, monthOf, monthsOfPartners } from "./match.month.server";
import { totalsOf } from "./match.rows";
import type { MatchAnswering, MatchClosing, MatchReopening, MatchRow } from "./match.schema";
import { askWords } from "./match.words";
import { wrong } from "./payout.plan.server";

/** Held until the end, in one order: what is said of a partner is said one after the other. */
const lockMonths = (db: Tx, { company_id }: Who, partner_ids: string[]) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended('payable match ' || ${company_id}::text || ' ' || id, 0))
    from (select id from unnest(${sql.param([...new Set(partner_ids)])}::text[]) id order by id) x`);

async function lockedMonth(db: Tx, who: Who, partner_id: string, ym: number): Promise<Month> {
  await lockMonths(db, who, [partner_id]);
  return monthOf(db, who, partner_id, ym);
}

const FIGURES: [string, string][] = [
  ["当方", "円"],
  ["先方", "円"],
];

function refuseUnseen(seen: string, { seen: now, partner_name }: Month): void {
  if (seen === now) return;
  const changes = figureChanges(seen, now, FIGURES);
  const words = `${partner_name}の照合は、表示した後に変わりました${changes && `（${changes}）`}。まだ保存していません。`;
  throw new Refusal(409, `${words}今の内容を確認してから、もう一度操作してください。`);
}

/** By the 請求書's own way, and by chat with the line's card beside it. */
async function askPartner(db: Tx, who: Who, month: Month, rows: MatchRow[], reason: string, key: number) {
  const invoices = new Set(rows.flatMap(({ invoice_key }) => invoice_key ?? []));
  for (const invoice_key of [...invoices].sort((a, b) => a - b)) {
    const own = rows.filter((row) => row.invoice_key === invoice_key);
    await answerInvoice(db, who, invoice_key, {
      agreed: "no",
      words: askWords(own, reason),
      version: undefined,
    });
  }
  const card_key = rows.find((row) => row.card_key !== null)?.card_key ?? undefined;
  const roomId = `${month.partner_id}_${who.company_id}`;
  await postMessage(db, who, {
    id: `match-${key}`,
    roomId,
    message: askWords(rows, reason),
    taskId: card_key,
    productId: undefined,
  });
  return `/chat/${roomId}${card_key === undefined ? "" : `?task=${card_key}`}`;
}

export async function answerMatch(db: Tx, who: Who, input: MatchAnswering) {
  const { partner_id, ym, seen, lines, answer, reason } = input;
  const month = await lockedMonth(db, who, partner_id, ym);
  refuseIf(month.isClosed ? "この月の照合は締め済みです。開け直してから回答してください。" : null);
  refuseUnseen(seen, month);
  const rows = month.rows.filter(({ id }) => lines.includes(id));
  if (rows.length < new Set(lines).size) throw wrong({ lines: ["明細を選び直してください"] });
  const problem = rows.map((row) => answerProblem(answer, row)).find((text) => text !== null);
  if (problem) throw wrong({ lines: [problem] });
  const said = await db
    .insert(payable_match_word)
    .values(
      rows.map((row) => ({
        company_id: who.company_id,
        partner_id,
        ym,
        line: row.id,
        answer,
        ours: row.ours?.amount ?? 0,
        theirs: row.theirs?.amount ?? 0,
        reason: reason ?? null,
        person: issuingPerson(who) ?? who.name,
        said_time: who.now,
      })),
    )
    .returning({ key: payable_match_word.key });
  const chat = answer === "ask" ? await askPartner(db, who, month, rows, reason ?? "", said[0]!.key) : null;
  return { count: rows.length, chat };
}

/** Nothing or all: one that can't be closed is named. */
export async function closeMatches(db: Tx, who: Who, { ym, months }: MatchClosing) {
  const ids = months.map(({ partner_id }) => partner_id);
  if (new Set(ids).size < ids.length) throw wrong({ months: ["同じ支払先が2回指定されています"] });
  await lockMonths(db, who, ids);
  const all = await monthsOfPartners(db, who, ym, ids.length === 1 ? ids[0] : undefined);
  const today = tokyoDate(who.now);
  for (const { partner_id, seen } of months) {
    const month = all.find((one) => one.partner_id === partner_id);
    if (!month) throw notFound("支払先");
    const problem = cannotClose(month, today);
    refuseIf(problem && `${month.partner_name}: ${problem}`);
    refuseUnseen(seen, month);
    await closeMonth(db, who, month);
  }
  return { count: months.length };
}

async function closeMonth(db: Tx, who: Who, month: Month): Promise<void> {
  const { partner_id, ym, rows, papers_mark } = month;
  const person = issuingPerson(who) ?? who.name;
  const made = { company_id: who.company_id, partner_id, ym, person, said_time: who.now };
  const pooled = rows.filter(({ state }) => state === "paper");
  if (pooled.length > 0)
    await db.insert(payable_match_word).values(
      pooled.map((row) => ({
        ...made,
        line: row.id,
        answer: "billed" as const,
        ours: row.ours?.amount ?? 0,
        theirs: 0,
      })),
    );
  const { ours, theirs } = totalsOf(rows);
  await db
    .insert(payable_match_close)
    .values({ ...made, act: "closed", rows, papers: papers_mark, ours, theirs });
}

export async function reopenMatch(db: Tx, who: Who, { partner_id, ym, seen, reason }: MatchReopening) {
  const month = await lockedMonth(db, who, partner_id, ym);
  refuseIf(month.isClosed ? null : "この月の照合は締めていません。");
  refuseUnseen(seen, month);
  await db.insert(payable_match_close).values({
    company_id: who.company_id,
    partner_id,
    ym,
    act: "reopened",
    reason,
    person: issuingPerson(who) ?? who.name,
    said_time: who.now,
  });
  return { count: 1 };
}
