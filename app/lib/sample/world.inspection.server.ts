import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { changeBasis } from "~/lib/accounting/basis.change.server";
import { correctionNew } from "~/lib/accounting/correction.schema";
import { issueCorrection } from "~/lib/accounting/correction.server";
import { DELIVERIES } from "~/lib/accounting/delivery.state.server";
import { acceptDeliveries } from "~/lib/accounting/inspection.accept.server";
import { inspecting } from "~/lib/accounting/inspection.schema";
import { inspectDelivery } from "~/lib/accounting/inspection.server";
import { sendDocuments } from "~/lib/accounting/sending.server";
import type { Tx } from "~/lib/db/connection.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { invoice, invoice_line } from "~/lib/tables/invoice.table.server";
import type { Clock } from "./world.clock.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

/** Of the first buyer the newest 納品書 wait for 検収, those before them are accepted. */
const [WAITING, ACCEPTED] = [2, 5];
/** Working days back: from then on the second buyer is billed by 検収日. */
const BY_INSPECTION = -9;

const newest = async (db: Tx, seller_id: string, buyer_id: string, most: number): Promise<number[]> => {
  const rows = await db
    .select({ key: delivery.key })
    .from(delivery)
    .where(
      and(
        eq(delivery.seller_id, seller_id),
        eq(delivery.buyer_id, buyer_id),
        isNull(delivery.cancelled_time),
      ),
    )
    .orderBy(desc(delivery.key))
    .limit(most);
  return rows.map(({ key }) => key);
};

/** 検収 by both buyers, one 差異 that nobody has answered, a 納品書 handed over, a 請求書 put right by 赤黒. */
export function inspectionActs({ seller_id, boss, clerk, buyers }: Shop, clock: Clock): Act[] {
  const [first, second] = buyers;
  return [
    {
      at: clock.instant(BY_INSPECTION + 0.05),
      username: boss,
      run: (tx, who) =>
        changeBasis(tx, who, second.buyer_id, {
          basis: "inspected",
          from_date: clock.date(BY_INSPECTION),
          inspection_days: undefined,
        }),
    },
    {
      at: clock.instant(-3.6),
      username: first.clerks[0]!,
      run: async (tx, who) => {
        const keys = await newest(tx, seller_id, first.buyer_id, WAITING + ACCEPTED);
        await acceptDeliveries(tx, who, { keys: keys.slice(WAITING) });
      },
    },
    {
      at: clock.instant(-3.5),
      username: clerk,
      run: async (tx, who) => {
        const keys = await newest(tx, seller_id, second.buyer_id, 1);
        const sent = { keys, channel: "paper", sent_date: clock.date(-4), again: false } as const;
        if (keys.length > 0) await sendDocuments(tx, who, DELIVERIES, sent);
      },
    },
    {
      at: clock.instant(-1.6),
      username: second.clerks[0]!,
      run: async (tx, who) => {
        const [key] = await newest(tx, seller_id, second.buyer_id, 1);
        if (key === undefined) return;
        const [line] = await tx
          .select()
          .from(delivery_line)
          .where(and(eq(delivery_line.delivery_key, key), eq(delivery_line.line_no, 1)));
        const difference = { difference: "quality", treatment: "return_refill", cause: "seller" };
        const words = "端面に打痕があります。写真は別途お送りします。";
        const given = { line_no: line!.line_no, num_rejected: "1", ...difference, words };
        await inspectDelivery(tx, who, key, inspecting.parse({ lines: [given] }));
      },
    },
    { at: clock.instant(0.8), username: clerk, run: (tx, who) => correct(tx, who, first.buyer_id) },
  ];
}

/** The newest that is paid whole or not at all: what was paid of it goes to the 黒. */
async function correct(tx: Tx, who: Parameters<Act["run"]>[1], buyer_id: string): Promise<void> {
  const paid = sql`coalesce((select sum(s.amount) from settlement s where s.invoice_key = "invoice"."key"), 0)`;
  const [bill] = await tx
    .select({ key: invoice.key })
    .from(invoice)
    .where(
      and(
        eq(invoice.seller_id, who.company_id),
        eq(invoice.buyer_id, buyer_id),
        isNull(invoice.cancelled_time),
        sql`${invoice.total} > 10000 and ${paid} in (0, ${invoice.total})`,
      ),
    )
    .orderBy(desc(invoice.key))
    .limit(1);
  if (!bill) return;
  const lines = await tx
    .select()
    .from(invoice_line)
    .where(eq(invoice_line.invoice_key, bill.key))
    .orderBy(invoice_line.line_no);
  const kept = lines.map(({ line_no: id, name, num_units, unit, unit_price, tax_rate }) => {
    const tax_kind = tax_rate === 8 ? "reduced" : "standard";
    return { id, name, num_units, unit, unit_price, tax_kind };
  });
  const off = { name: "値引（前回分の単価訂正）", num_units: "1", unit: "lot", unit_price: "-3000" };
  const typed = { mode: "red_black", reason: "単価の誤り", carry_paid: "on", lines: [...kept, off] };
  await issueCorrection(tx, who, bill.key, correctionNew.parse(typed));
}
