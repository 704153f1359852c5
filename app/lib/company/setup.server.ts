import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { factory_meta } from "~/lib/tables/factory.table.server";
import { type Begun, setupSteps } from "./setup";
import type { setup, setupInput } from "./setup.schema";

type Row = Begun & { company_type: "seller" | "buyer"; is_hidden: boolean };

/** Whether there is one: how many does not matter. */
const some = (from: ReturnType<typeof sql>) => sql`(select count(*)::int from (select ${from} limit 1) x)`;

export async function setupOf(db: Tx, { company_id: id }: Who): Promise<z.infer<typeof setup>> {
  const { rows } = await db.execute<Row>(sql`
    select f.company_type, f.address, f.tel, f.registration_number, m.is_setup_hidden as is_hidden,
      m.is_tax_exempt,
      jsonb_array_length(f.bank_accounts) as num_accounts,
      ${some(sql`from process p where p.company_id = ${id} and p.is_active`)} as processes,
      ${some(sql`from collaboration c join factory o on o.id in (c.seller_id, c.buyer_id) and o.id <> ${id}
        where ${id} in (c.seller_id, c.buyer_id) and c.is_active and not o.is_stock`)} as partners,
      ${some(sql`from product p where p.seller_id = ${id} and p.is_active`)} as products,
      ${some(sql`from destination d where d.factory_id = ${id} and d.is_active`)} as destinations,
      (select count(*)::int from member u where u.company_id = ${id} and u.is_active) as users,
      ${some(sql`from company_holiday h where h.company_id = ${id}`)} as holidays
    from factory f join factory_meta m on m.company_id = f.id where f.id = ${id}`);
  const [begun] = rows;
  if (!begun) throw notFound("会社");
  const { is_hidden, company_type } = begun;
  const steps = setupSteps(company_type === "buyer" ? { ...begun, processes: null } : begun);
  return { steps, is_hidden };
}

export async function changeSetup(db: Tx, who: Who, input: z.output<typeof setupInput>) {
  const { is_hidden: is_setup_hidden, is_tax_exempt } = input;
  if (is_setup_hidden !== undefined || is_tax_exempt !== undefined)
    await db
      .update(factory_meta)
      .set({ is_setup_hidden, is_tax_exempt })
      .where(eq(factory_meta.company_id, who.company_id));
  return setupOf(db, who);
}
