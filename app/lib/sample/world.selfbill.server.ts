import { lineNameOf } from "~/lib/accounting/single.schema";
import type { Who } from "~/lib/api/who";
import { type Database, type Tx, tenant } from "~/lib/db/connection.server";
import { collaborationOf } from "~/lib/partner/party.server";
import { answerAgreement, proposeAgreement } from "~/lib/selfbill/agreement.server";
import { answerSelfBill, viewSelfBill } from "~/lib/selfbill/answer.server";
import { issueSelfBill } from "~/lib/selfbill/issue.server";
import { sourceLines } from "~/lib/selfbill/source.server";
import { shiftMonth } from "~/lib/time/date";
import { dueDate, paymentPeriod, periodOf, type Terms } from "~/lib/time/period";
import { USUAL_DAYS } from "~/lib/vocabulary/selfbill";
import type { Clock } from "./world.clock.server";
import { accountantOf, SELF_BILLED } from "./world.documents.server";
import { billsOf, payMonth } from "./world.payout.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

const DIFFERENCE = "段取り費（10月の追加分）が入っていません。ご確認をお願いします。";

/** Of the lines that may be on it; a month of nothing has none. */
async function issue(tx: Tx, who: Who, partner_id: string, ym: number, end: string): Promise<void> {
  const { items } = await sourceLines(tx, who, partner_id, ym, end);
  const lines = items.filter(({ blocked }) => blocked === null).map(lineNameOf);
  if (lines.length > 0) await issueSelfBill(tx, who, { partner_id, ym, lines, negative: false });
}

/**
 * 支払通知書 in place of a supplier's 請求書: agreed to, the month before last confirmed, last month's found wrong.
 * What is due was paid on its day, what the supplier billed itself before that too.
 */
export async function selfBillActs(db: Database, payer: Shop, maker: Shop, clock: Clock): Promise<Act[]> {
  const [seller_id, buyer_id] = [maker.seller_id, payer.seller_id];
  const clerk = accountantOf(buyer_id);
  const who = { company_id: seller_id, username: maker.clerk };
  const terms = await tenant(db, who, (tx) => collaborationOf(tx, seller_id, buyer_id), "read");
  const [proposed, first] = [payer.since + 1, periodOf(clock.date(payer.since), terms)];
  let agreement = 0;
  const acts: Act[] = [
    {
      at: clock.instant(proposed),
      username: clerk,
      run: async (tx, one) => {
        const asked = { partner_id: seller_id, form: "deemed", days: USUAL_DAYS } as const;
        agreement = (await proposeAgreement(tx, one, asked)).key;
      },
    },
    {
      at: clock.instant(proposed + 0.5),
      username: maker.clerk,
      run: (tx, one) => answerAgreement(tx, one, agreement, { agreed: "yes", reason: undefined }),
    },
  ];
  for (let back = 1, ym = shiftMonth(periodOf(clock.today, terms), -1); ym >= first; back += 1) {
    acts.push(...monthActs({ seller_id, buyer_id, clerk, maker: maker.clerk }, terms, ym, back, clock));
    ym = shiftMonth(ym, -1);
  }
  return acts;
}

type Pair = { seller_id: string; buyer_id: string; clerk: string; maker: string };
function monthActs(
  { seller_id, buyer_id, clerk, maker }: Pair,
  terms: Terms,
  ym: number,
  back: number,
  clock: Clock,
): Act[] {
  const { end } = paymentPeriod(ym, terms);
  const day = clock.after(end);
  const due = dueDate(end, terms);
  const acts: Act[] = [];
  const answer =
    back === 1
      ? { agreed: "no" as const, reason: DIFFERENCE }
      : { agreed: "yes" as const, reason: undefined };
  if (day !== null && back <= SELF_BILLED.months)
    acts.push(
      { at: clock.instant(day + 0.1), username: clerk, run: (tx, who) => issue(tx, who, seller_id, ym, end) },
      {
        at: clock.instant(day + 0.6),
        username: maker,
        run: async (tx, who) => {
          for (const { key, is_self_billed } of await billsOf(tx, seller_id, buyer_id, ym)) {
            if (!is_self_billed) continue;
            await viewSelfBill(tx, who, key);
            await answerSelfBill(tx, who, key, { ...answer, lines: [] });
          }
        },
      },
    );
  const paid = clock.upTo(due);
  if (due < clock.today)
    acts.push({
      at: clock.instant(paid + 0.8),
      username: clerk,
      run: (tx, who) => payMonth(tx, who, seller_id, ym, clock.date(paid)),
    });
  return acts;
}
