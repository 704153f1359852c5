import { and, eq, inArray, or } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { ActivityRow } from "~/lib/log/activity.schema";
import { activityOf } from "~/lib/log/activity.server";
import { contact } from "~/lib/tables/contact.table.server";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { NO_CONTACT } from "./contact.schema";
import { type PartnerDetail, partnerDetail } from "./partner.schema";
import { partnerOf } from "./partner.server";

type Collaboration = typeof collaboration.$inferSelect;

const pairs = (who: Who, id: string) =>
  or(
    and(eq(collaboration.seller_id, who.company_id), eq(collaboration.buyer_id, id)),
    and(eq(collaboration.buyer_id, who.company_id), eq(collaboration.seller_id, id)),
  );

export async function partnerDetailOf(db: Tx, who: Who, id: string): Promise<PartnerDetail> {
  const row = await partnerOf(db, who, id);
  if (!row) throw notFound("取引先");
  const [company] = await db.select().from(factory).where(eq(factory.id, id));
  const both = await db.select().from(collaboration).where(pairs(who, id));
  const [note = NO_CONTACT] = await db
    .select()
    .from(contact)
    .where(and(eq(contact.company_id, who.company_id), eq(contact.partner_id, id)));
  const agreed = (found: Collaboration | undefined, own: boolean) =>
    found
      ? {
          ...found,
          may_change: found.is_active && (own || row.is_kept),
          may_resume: !found.is_active && (found.stopped_by === null || found.stopped_by === who.company_id),
        }
      : null;
  return partnerDetail.parse({
    ...row,
    company_type: company!.company_type,
    facts: company,
    contact: note,
    buyer: agreed(
      both.find((one) => one.buyer_id === id),
      true,
    ),
    seller: agreed(
      both.find((one) => one.seller_id === id),
      false,
    ),
  });
}

export async function partnerActivityOf(db: Tx, who: Who, id: string): Promise<ActivityRow[]> {
  const both = await db
    .select({ key: collaboration.key, stock: factory.is_stock })
    .from(collaboration)
    .innerJoin(factory, eq(factory.id, collaboration.buyer_id))
    .where(pairs(who, id));
  if (both.length === 0 || both.some((one) => one.stock)) throw notFound("取引先");
  const notes = await db
    .select({ key: contact.key })
    .from(contact)
    .where(and(eq(contact.company_id, who.company_id), inArray(contact.partner_id, [id])));
  const logs = await Promise.all([
    ...both.map(({ key }) => activityOf(db, who, "collaboration", key)),
    ...notes.map(({ key }) => activityOf(db, who, "contact", key)),
  ]);
  return logs.flat().sort((a, b) => a.key - b.key);
}
