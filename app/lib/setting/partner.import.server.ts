import { and, eq, inArray, or } from "drizzle-orm";
import { maturityLabel, maturityProblem, maturityUnsaid, PAYMENT_METHOD_LABEL } from "~/lib/accounting/maturity";
import { termsProblem } from "~/lib/accounting/terms";
import type { Who } from "~/lib/auth/who";
import type { Tx } from "~/lib/db/connection.server";
import { intake, sound, type Checked } from "~/lib/import/import.intake.server";
import { searchKey } from "~/lib/text/fold";
import { closingLabel, FEE_BEARER_LABEL, feeProblem, KIND_LABEL, payLabel, TORITEKI_LABEL } from "./collaboration";
import { changeTerms } from "./collaboration.change.server";
import { enterCompanies, type Entered } from "./collaboration.enter.server";
import { HONORIFIC_LABEL, NO_CONTACT, SEND_METHOD_LABEL } from "./contact.schema";
import { changeContacts, type ContactChange } from "./contact.server";
import { contact } from "./contact.table.server";
import { collaboration, factory, factory_meta } from "./factory.table.server";
import { partnerImport, type PartnerLine } from "./partner.import";
import { standsWith } from "./partner.server";

const AGREED = ["is_payment_last_date", "payment_date", "pay_month", "pay_day", "amount_rounding", "tax_rounding", "invoice_basis", "show_carry_over",
  "fee_bearer", "toriteki", "payment_method", "maturity", "maturity_unit"] as const;
type Agreed = Pick<typeof collaboration.$inferSelect, (typeof AGREED)[number]>;
const pickTerms = (row: Agreed) => Object.fromEntries(AGREED.map((name) => [name, row[name]])) as Agreed;
type Value = { id?: string; line: PartnerLine; fields: string[]; terms: Agreed; is_noted: boolean; is_new_terms: boolean };

const NOTES = ["code", "kana", "person", "tel", "email", "payee_kana", "send_method", "honorific", "note"] as const;
const FACTS = ["postal_code", "address", "fax", "registration_number"] as const;
/** An empty cell leaves these as they are. */
const KEPT = new Set<string>(["honorific", "code"]);
const LABELS: Record<string, Record<string, string>> = { send_method: SEND_METHOD_LABEL, honorific: HONORIFIC_LABEL };
const word = (name: string, value: unknown) => (value === null || value === undefined ? "" : LABELS[name]?.[String(value)] ?? String(value));

type Companion = {
  company: typeof factory.$inferSelect; note: typeof contact.$inferSelect | typeof NO_CONTACT; mine: boolean;
  agreed: typeof collaboration.$inferSelect | undefined; active: boolean;
};
const by = <T>(rows: T[], key: (row: T) => string) => new Map(rows.map((row) => [key(row), row]));

const pairsOf = (db: Tx, who: Who) => db.select().from(collaboration)
  .where(or(eq(collaboration.seller_id, who.company_id), eq(collaboration.buyer_id, who.company_id)));

/** The companies one works with, found by what a file may name them: their code here, or their name. */
async function known(db: Tx, who: Who): Promise<(line: Pick<PartnerLine, "name" | "code">) => Companion | undefined> {
  const notes = by(await db.select().from(contact).where(eq(contact.company_id, who.company_id)), (note) => note.partner_id);
  const pairs = await pairsOf(db, who);
  const [buyers, sellers] = [by(pairs, (pair) => pair.buyer_id), by(pairs, (pair) => pair.seller_id)];
  const companies = await db.select().from(factory).where(eq(factory.is_stock, false));
  const all = companies.filter(({ id }) => id !== who.company_id && (buyers.has(id) || sellers.has(id))).map((company): Companion => {
    const [buyer, seller] = [buyers.get(company.id), sellers.get(company.id)];
    const mine = company.made_by === who.company_id;
    return { company, note: notes.get(company.id) ?? NO_CONTACT, mine, agreed: buyer ?? (mine ? seller : undefined),
      active: Boolean(buyer?.is_active || seller?.is_active) };
  });
  const codes = by(all.filter(({ note }) => note.code), ({ note }) => note.code!);
  const names = by([...all].reverse(), ({ company }) => searchKey(company.name));
  return (line) => (line.code && codes.get(line.code)) || names.get(searchKey(line.name));
}

/** What a line says of terms, over those that stand; or the field that is wrong. */
function termsOf(line: Partial<PartnerLine>, base: Agreed): { terms: Agreed } | { errors: Record<string, string[]> } {
  const { closing, pay, maturity, fee_bearer = base.fee_bearer, toriteki = base.toriteki, payment_method = base.payment_method } = line;
  const closed = closing === undefined ? {} : { is_payment_last_date: closing === 31, payment_date: closing === 31 ? null : closing };
  const claim = payment_method === "transfer" ? { maturity: null, maturity_unit: null } : maturity;
  const terms = { ...base, ...closed, ...pay, payment_method, ...claim, fee_bearer, toriteki };
  const wrong = { pay: termsProblem(terms), fee_bearer: feeProblem(terms), maturity: maturityUnsaid(terms) ?? maturityProblem(terms) };
  const errors = Object.fromEntries(Object.entries(wrong).flatMap(([name, said]) => (said ? [[name, [said]]] : [])));
  return Object.keys(errors).length > 0 ? { errors } : { terms };
}

const shownTerms = (terms: Agreed) => ({
  closing: closingLabel(terms), pay: payLabel(terms), payment_method: PAYMENT_METHOD_LABEL[terms.payment_method],
  maturity: maturityLabel(terms), fee_bearer: FEE_BEARER_LABEL[terms.fee_bearer], toriteki: TORITEKI_LABEL[terms.toriteki],
});
const TOGETHER: Record<string, string[]> = {
  pay: ["closing", "pay"], fee_bearer: ["fee_bearer", "toriteki"], maturity: ["payment_method", "maturity", "toriteki"],
};

/** What is agreed with a new partner that the file says nothing of. */
async function usualTerms(db: Tx, who: Who): Promise<Agreed> {
  const [own] = await db.select().from(factory_meta).where(eq(factory_meta.company_id, who.company_id));
  return pickTerms({ ...own!, invoice_basis: "monthly", show_carry_over: true, fee_bearer: "payer", toriteki: "unknown", payment_method: "transfer",
    maturity: null, maturity_unit: null });
}

export const partnerIntake = intake<typeof partnerImport.row, Value>({
  of: partnerImport,
  refuse: (who) => (who.company_type !== "seller" ? "この操作をする権限がありません。" : who.is_admin ? null : "管理者だけができる操作です。"),

  async check(db, who, rows, fields) {
    const find = await known(db, who);
    const usual = await usualTerms(db, who);
    return rows.map(({ value: line }): Checked => {
      const mark = searchKey(line.name);
      const same = find(line);
      const read = termsOf(line, same?.agreed ? pickTerms(same.agreed) : usual);
      if ("errors" in read) return { ...read, mark };
      const { terms } = read;
      if (!same) {
        if (line.kind === "both") return { errors: { kind: ["新しい会社は「依頼元」か「協力会社」のどちらかにしてください"] }, mark };
        const shown = { kind: KIND_LABEL[line.kind ?? "buyer"], ...shownTerms(terms) };
        return { state: "new", value: { line, fields: [...fields], terms, is_noted: true, is_new_terms: true }, mark, shown };
      }
      if (!same.active) return { errors: { name: ["無効にした会社です。先に画面で再開してください"] }, mark };
      const facts = same.mine ? FACTS.filter((name) => fields.has(name) && (line[name] ?? null) !== same.company[name]) : [];
      const stated = (name: string) => (name === "kana" || name === "tel" || name === "email" ? same.company[name] : null);
      const notes = NOTES.filter((name) => fields.has(name) && !(KEPT.has(name) && !line[name])
        && (line[name] ?? null) !== same.note[name] && (line[name] ?? null) !== stated(name));
      const was = same.agreed ? shownTerms(same.agreed) : null;
      const now = shownTerms(terms);
      const agreed = was ? (Object.keys(now) as (keyof typeof now)[]).filter((name) => now[name] !== was[name]) : [];
      const before = Object.fromEntries<string>([...notes.map((name) => [name, word(name, same.note[name])] as const),
        ...facts.map((name) => [name, word(name, same.company[name])] as const), ...agreed.map((name) => [name, was![name]] as const)]);
      if (same.mine && line.name !== same.company.name) before.name = same.company.name;
      const note = same.agreed || (line.closing === undefined && line.pay === undefined) ? undefined : "条件はお相手の会社が決めるため、変更しません";
      const value: Value = { id: same.company.id, line, fields: [...fields], terms, is_new_terms: agreed.length > 0,
        is_noted: Object.keys(before).length > agreed.length };
      return { state: Object.keys(before).length > 0 ? "changed" : "same", value, before, mark, note, shown: same.agreed ? now : {} };
    });
  },

  async look(db, who, rows) {
    const find = await known(db, who);
    const usual = await usualTerms(db, who);
    return rows.map((half) => {
      const { name = "", ...line } = half.value;
      const read = termsOf(line, pickTerms(find({ ...line, name })?.agreed ?? usual));
      if (!("errors" in read)) return {};
      // A problem of terms lies in several cells together: it is told where all of them are right.
      return Object.fromEntries(Object.entries(read.errors).filter(([field]) => sound(half, "name", "code", ...TOGETHER[field]!)));
    });
  },

  async save(db, who, rows) {
    await enterCompanies(db, who, rows.flatMap(({ value }) => (value.id === undefined ? entered(value) : [])));
    await change(db, who, rows.flatMap(({ value }) => (value.id === undefined ? [] : { ...value, id: value.id })));
  },
});

/** A company that is new here; its address is noted, but nobody is invited. */
function entered({ line, terms }: Value): Entered {
  const { name, kana, kind, person, tel, fax, email, postal_code, address, registration_number, code, payee_kana, send_method, honorific, note } = line;
  const relation = kind === "seller" ? "seller" : "buyer";
  return {
    relation, terms: orNone(terms) as Entered["terms"],
    company: { name, kana, company_type: relation, postal_code, address, tel, fax, registration_number },
    contact: { code, kana, person, tel, email, payee_kana, send_method, honorific, note },
  };
}

const orNone = <T extends object>(row: T) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? undefined]));

/** Partners that are known: their notes and facts by few statements, then their terms; what the file has no column for stays. */
async function change(db: Tx, who: Who, values: (Value & { id: string })[]): Promise<void> {
  const noted = values.filter((value) => value.is_noted);
  const ids = noted.map(({ id }) => id);
  const companies = by(ids.length === 0 ? [] : await db.select().from(factory).where(inArray(factory.id, ids)), (row) => row.id);
  const notes = by(ids.length === 0 ? [] : await db.select().from(contact)
    .where(and(eq(contact.company_id, who.company_id), inArray(contact.partner_id, ids))), (row) => row.partner_id);
  const stands = await standsWith(db, who, ids);
  await changeContacts(db, who, noted.map(({ id, line, fields }) => {
    const [company, note] = [companies.get(id)!, notes.get(id) ?? NO_CONTACT];
    const given = Object.fromEntries(Object.entries(line).filter(([name, value]) => fields.includes(name) && (value !== undefined || !KEPT.has(name))));
    const own = { ...orNone(company), kana: note.kana ?? company.kana ?? undefined, tel: note.tel ?? company.tel ?? undefined };
    const facts = stands.get(id)?.is_kept ? own : {};
    return { ...orNone(note), ...facts, ...given, version: note.version, partner_id: id } as ContactChange;
  }));
  const agreed = values.filter((value) => value.is_new_terms);
  if (agreed.length === 0) return;
  const found = await pairsOf(db, who);
  const [buyers, sellers] = [by(found, (row) => row.buyer_id), by(found, (row) => row.seller_id)];
  await changeTerms(db, who, agreed.map(({ id, terms: { payment_date, maturity, maturity_unit, ...terms } }) => ({
    ...terms, payment_date: payment_date ?? undefined, maturity: maturity ?? undefined, maturity_unit: maturity_unit ?? undefined, partner_id: id,
    side: buyers.has(id) ? "buyer" : "seller", version: (buyers.get(id) ?? sellers.get(id))!.version,
  })));
}
