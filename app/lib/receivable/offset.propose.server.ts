import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { formatNumber } from "~/lib/money/decimal";
import { giveNotices } from "~/lib/notice/notice.server";
import { offset_part, offset_proposal, offset_word } from "~/lib/tables/offset.table.server";
import { tokyoDate } from "~/lib/time/date";
import type { OffsetWord } from "~/lib/vocabulary/offset";
import { type Allocation, allocationProblem, plannedAllocations } from "./allocate";
import { OFFSET_WORD_LABEL, unseenOffset } from "./offset.agreement";
import { lockBoth, partnerOf, readOffsetBooks } from "./offset.books.server";
import { OFFSETS } from "./offset.list";
import type { OffsetBooks, OffsetNew } from "./offset.proposal.schema";
import { linesTotal } from "./payment";
import { wrong } from "./settle.server";

type Said = { offset_key: number; word: OffsetWord; words?: string | undefined };

/** The word itself, and the notice of it to the other side. */
export async function sayOf(db: Tx, who: Who, partner_id: string, pair: Pair, { words, ...said }: Said) {
  await db.insert(offset_word).values({
    ...said,
    ...pair,
    company_id: who.company_id,
    person: who.name,
    words: words ?? null,
    said_time: who.now,
  });
  const text = `${who.company_name}：${OFFSET_WORD_LABEL[said.word]}が届きました`;
  const path = `${OFFSETS}/${said.offset_key}`;
  await giveNotices(db, [{ company_id: partner_id, kind: "document", text, path, at: who.now }]);
}
type Pair = { from_company: string; to_company: string };

function partsFor(side: "ours" | "theirs", input: OffsetNew, books: OffsetBooks): Allocation[] {
  const claims = books[side];
  const owed = new Map(claims.map(({ key, open }) => [key, open]));
  const total = linesTotal(claims.map(({ open }) => ({ amount: open })));
  const name = side === "ours" ? "当社の請求書" : "相手の請求書";
  if (input.amount > total)
    throw wrong({ amount: [`相殺額が、${name}の残 ${formatNumber(total)}円を超えています`] });
  const problem = allocationProblem(input.amount, input[side] ?? [], owed);
  if (problem) throw wrong({ [side]: [`${name}：${problem}`] });
  const parts = plannedAllocations(input.amount, claims, input[side], input[side] ? undefined : "oldest");
  if (linesTotal(parts) !== input.amount)
    throw wrong({
      [side]: [`${name}に選んだ額の合計 ${formatNumber(linesTotal(parts))}円が、相殺額と違います`],
    });
  return parts;
}

/** Nothing moves in the books: it waits for the other side's word. */
export async function proposeOffset(db: Tx, who: Who, input: OffsetNew) {
  const { partner_id } = await partnerOf(db, who, input.partner_id);
  await lockBoth(db, who.company_id, partner_id);
  const books = await readOffsetBooks(db, who, partner_id);
  refuseIf(
    books.waiting === null
      ? null
      : "この取引先とは、回答を待っている相殺の提案があります。先にそちらに回答するか、取り下げてください。",
  );
  if (input.seen) refuseIf(unseenOffset(input.seen, books.seen));
  const pair = { from_company: who.company_id, to_company: partner_id };
  const sides = [
    ...partsFor("ours", input, books).map((one) => ({ ...one, seller_id: who.company_id })),
    ...partsFor("theirs", input, books).map((one) => ({ ...one, seller_id: partner_id })),
  ];
  const [made] = await db
    .insert(offset_proposal)
    .values({ ...pair, amount: input.amount, proposed_date: tokyoDate(who.now) })
    .returning({ key: offset_proposal.key });
  const offset_key = made!.key;
  await db.insert(offset_part).values(sides.map((one) => ({ ...one, ...pair, offset_key })));
  await sayOf(db, who, partner_id, pair, { offset_key, word: "proposed", words: input.words });
  return { key: offset_key, payment_key: null };
}
