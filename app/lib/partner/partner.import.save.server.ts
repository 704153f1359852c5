import { and, eq, inArray, or } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { contact } from "~/lib/tables/contact.table.server";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { changeTerms } from "./collaboration.change.server";
import type { Entered } from "./collaboration.enter.server";
import { type ContactChange, changeContacts } from "./contact.change.server";
import { NO_CONTACT } from "./contact.schema";
import type { PartnerLine } from "./partner.import";
import { standsWith } from "./partner.server";
import type { Agreed } from "./partner.terms.server";

export type Value = {
  id?: string;
  line: PartnerLine;
  fields: string[];
  terms: Agreed;
  is_noted: boolean;
  is_new_terms: boolean;
};
/** An empty cell leaves these as they are. */
export const KEPT_WHEN_EMPTY = new Set<string>(["honorific", "code"]);
export const by = <T>(rows: T[], key: (row: T) => string) => new Map(rows.map((row) => [key(row), row]));
export const pairsOf = (db: Tx, who: Who) =>
  db
    .select()
    .from(collaboration)
    .where(or(eq(collaboration.seller_id, who.company_id), eq(collaboration.buyer_id, who.company_id)));
const orNone = <T extends object>(row: T) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? undefined]));
export function entered({ line, terms }: Value): Entered {
  const {
    name,
    kana,
    kind,
    person,
    tel,
    fax,
    email,
    postal_code,
    address,
    registration_number,
    code,
    payee_kana,
    send_method,
    honorific,
    note,
  } = line;
  const relation = kind === "seller" ? "seller" : "buyer";
  return {
    relation,
    terms: orNone(terms) as Entered["terms"],
    company: { name, kana, company_type: relation, postal_code, address, tel, fax, registration_number },
    contact: { code, kana, person, tel, email, payee_kana, send_method, honorific, note },
  };
}
export async function change(db: Tx, who: Who, values: (Value & { id: string })[]): Promise<void> {
  const noted = values.filter((value) => value.is_noted);
  const ids = noted.map(({ id }) => id);
  const companies = by(
    ids.length === 0 ? [] : await db.select().from(factory).where(inArray(factory.id, ids)),
    (row) => row.id,
  );
  const notes = by(
    ids.length === 0
      ? []
      : await db
          .select()
          .from(contact)
          .where(and(eq(contact.company_id, who.company_id), inArray(contact.partner_id, ids))),
    (row) => row.partner_id,
  );
  const stands = await standsWith(db, who, ids);
  await changeContacts(
    db,
    who,
    noted.map(({ id, line, fields }) => {
      const [company, note] = [companies.get(id)!, notes.get(id) ?? NO_CONTACT];
      const given = Object.fromEntries(
        Object.entries(line).filter(
          ([name, value]) => fields.includes(name) && (value !== undefined || !KEPT_WHEN_EMPTY.has(name)),
        ),
      );
      const own = {
        ...orNone(company),
        kana: note.kana ?? company.kana ?? undefined,
        tel: note.tel ?? company.tel ?? undefined,
      };
      const facts = stands.get(id)?.is_kept ? own : {};
      return { ...orNone(note), ...facts, ...given, version: note.version, partner_id: id } as ContactChange;
    }),
  );
  const agreed = values.filter((value) => value.is_new_terms);
  if (agreed.length === 0) return;
  const found = await pairsOf(db, who);
  const [buyers, sellers] = [by(found, (row) => row.buyer_id), by(found, (row) => row.seller_id)];
  await changeTerms(
    db,
    who,
    agreed.map(({ id, terms: { payment_date, maturity, maturity_unit, ...terms } }) => ({
      ...terms,
      payment_date: payment_date ?? undefined,
      maturity: maturity ?? undefined,
      maturity_unit: maturity_unit ?? undefined,
      partner_id: id,
      side: buyers.has(id) ? "buyer" : "seller",
      version: (buyers.get(id) ?? sellers.get(id))!.version,
    })),
  );
}
