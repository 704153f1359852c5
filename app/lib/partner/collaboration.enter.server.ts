import { randomInt } from "node:crypto";
import type { Who } from "~/lib/api/who";
import { createFactories, type NewFactory } from "~/lib/company/factory.server";
import type { Tx } from "~/lib/db/connection.server";
import { asOperator } from "~/lib/db/operator.server";
import { recordAll } from "~/lib/log/activity.server";
import type { contact } from "~/lib/tables/contact.table.server";
import { collaboration } from "~/lib/tables/factory.table.server";
import { tokyoDate } from "~/lib/time/date";
import { type Collaboration, pairEntry, pairWith, type Side } from "./collaboration.log.server";
import type { CollaborationChange } from "./collaboration.schema";
import { noteContacts } from "./contact.server";

type Terms = Omit<CollaborationChange, "version">;

/** Who judged 取適法, and when, is written where the judgement changes (R2-1). */
export function agreedColumns(who: Who, before: Collaboration | null, given: Terms) {
  const {
    is_payment_last_date,
    payment_date,
    pay_month,
    pay_day,
    bank_shift,
    amount_rounding,
    tax_rounding,
    invoice_basis,
    show_carry_over,
    fee_bearer,
    payment_method,
    maturity,
    maturity_unit,
    over_pct,
    under_pct,
    over_bill,
    rest_base,
    toriteki,
  } = given;
  const claim = payment_method !== "transfer";
  const judged =
    toriteki !== (before?.toriteki ?? "unknown")
      ? { toriteki_judged_on: tokyoDate(who.now), toriteki_judged_by: who.name }
      : {};
  return {
    is_payment_last_date,
    payment_date: is_payment_last_date ? null : payment_date!,
    pay_month,
    pay_day,
    bank_shift,
    amount_rounding,
    tax_rounding,
    invoice_basis,
    show_carry_over,
    fee_bearer,
    payment_method,
    maturity: claim ? maturity! : null,
    maturity_unit: claim ? (maturity_unit ?? "days") : null,
    over_pct,
    under_pct,
    over_bill,
    rest_base,
    toriteki,
    ...judged,
  };
}

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const newId = () => `c-${Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join("")}`;

export type Entered = {
  company: Omit<NewFactory, "id" | "made_by">;
  relation: Side;
  terms: Terms;
  contact: Omit<typeof contact.$inferInsert, "company_id" | "partner_id">;
};

/** Few statements however many companies; their group in the user pool comes with their first account. */
export async function enterCompanies(db: Tx, who: Who, entered: Entered[]): Promise<string[]> {
  if (entered.length === 0) return [];
  const made = entered.map((one) => ({ ...one, id: newId() }));
  const pairs = await asOperator(db, async () => {
    await createFactories(
      db,
      made.map(({ id, company }) => ({ ...company, id, made_by: who.company_id })),
    );
    return db
      .insert(collaboration)
      .values(
        made.map(({ id, relation, terms }) => ({
          ...pairWith(who, id, relation),
          ...agreedColumns(who, null, terms),
        })),
      )
      .returning();
  });
  await recordAll(
    db,
    who,
    pairs.map((pair) => pairEntry("created", null, pair, 1)),
  );
  await noteContacts(
    db,
    who,
    made.map(({ id, contact: note }) => ({ ...note, partner_id: id })),
  );
  return made.map(({ id }) => id);
}
