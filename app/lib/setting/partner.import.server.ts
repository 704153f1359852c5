import { and, eq, or } from "drizzle-orm";
import { termsProblem } from "~/lib/accounting/terms";
import type { Who } from "~/lib/auth/who";
import type { Tx } from "~/lib/db/connection.server";
import { intake, type Checked } from "~/lib/import/import.intake.server";
import { searchKey } from "~/lib/text/fold";
import { closingLabel, FEE_BEARER_LABEL, feeProblem, KIND_LABEL, payLabel, TORITEKI_LABEL } from "./collaboration";
import { changeTerms } from "./collaboration.change.server";
import { pairWith, type Side } from "./collaboration.log.server";
import { enterCompanies, type Entered } from "./collaboration.enter.server";
import { HONORIFIC_LABEL, NO_CONTACT, SEND_METHOD_LABEL } from "./contact.schema";
import { changeContact } from "./contact.server";
import { contact } from "./contact.table.server";
import { collaboration, factory, factory_meta } from "./factory.table.server";
import { partnerImport, type PartnerLine } from "./partner.import";
import { standWith } from "./partner.server";

type Agreed = {
  is_payment_last_date: boolean; payment_date: number | null; pay_month: number; pay_day: number; amount_rounding: "floor" | "half_up" | "ceil";
  tax_rounding: "floor" | "half_up" | "ceil"; invoice_basis: "monthly" | "delivery_note"; show_carry_over: boolean; fee_bearer: "payer" | "payee";
  toriteki: "covered" | "exempt" | "unknown";
};
type Value = { id?: string; line: PartnerLine; fields: string[]; terms: Agreed; is_new_terms: boolean };

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

/** The companies one works with, found by what a file may name them: their code here, or their name. */
async function known(db: Tx, who: Who): Promise<(line: PartnerLine) => Companion | undefined> {
  const notes = by(await db.select().from(contact).where(eq(contact.company_id, who.company_id)), (note) => note.partner_id);
  const pairs = await db.select().from(collaboration).where(or(eq(collaboration.seller_id, who.company_id), eq(collaboration.buyer_id, who.company_id)));
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
function termsOf(line: PartnerLine, base: Agreed): { terms: Agreed } | { errors: Record<string, string[]> } {
  const { closing, pay, fee_bearer = base.fee_bearer, toriteki = base.toriteki } = line;
  const closed = closing === undefined ? {} : { is_payment_last_date: closing === 31, payment_date: closing === 31 ? null : closing };
  const terms = { ...base, ...closed, ...pay, fee_bearer, toriteki };
  const [late, fee] = [termsProblem(terms), feeProblem(terms)];
  return late ? { errors: { pay: [late] } } : fee ? { errors: { fee_bearer: [fee] } } : { terms };
}

const shownTerms = (terms: Agreed) => ({
  closing: closingLabel(terms), pay: payLabel(terms), fee_bearer: FEE_BEARER_LABEL[terms.fee_bearer], toriteki: TORITEKI_LABEL[terms.toriteki],
});
const AGREED = ["is_payment_last_date", "payment_date", "pay_month", "pay_day", "amount_rounding", "tax_rounding", "invoice_basis", "show_carry_over",
  "fee_bearer", "toriteki"] as const;
const pickTerms = (row: Agreed) => Object.fromEntries(AGREED.map((name) => [name, row[name]])) as Agreed;

export const partnerIntake = intake<typeof partnerImport.row, Value>({
  of: partnerImport,
  refuse: (who) => (who.company_type !== "seller" ? "この操作をする権限がありません。" : who.is_admin ? null : "管理者だけができる操作です。"),

  async check(db, who, rows, fields) {
    const find = await known(db, who);
    const [own] = await db.select().from(factory_meta).where(eq(factory_meta.company_id, who.company_id));
    const usual: Agreed = { ...pickTerms({ ...own!, invoice_basis: "monthly", show_carry_over: true, fee_bearer: "payer", toriteki: "unknown" }) };
    return rows.map(({ value: line }): Checked => {
      const mark = searchKey(line.name);
      const same = find(line);
      const read = termsOf(line, same?.agreed ? pickTerms(same.agreed) : usual);
      if ("errors" in read) return { ...read, mark };
      const { terms } = read;
      if (!same) {
        if (line.kind === "both") return { errors: { kind: ["新しい会社は「依頼元」か「協力会社」のどちらかにしてください"] }, mark };
        const shown = { kind: KIND_LABEL[line.kind ?? "buyer"], ...shownTerms(terms) };
        return { state: "new", value: { line, fields: [...fields], terms, is_new_terms: true }, mark, shown };
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
      const value: Value = { id: same.company.id, line, fields: [...fields], terms, is_new_terms: agreed.length > 0 };
      return { state: Object.keys(before).length > 0 ? "changed" : "same", value, before, mark, note, shown: same.agreed ? now : {} };
    });
  },

  async save(db, who, rows) {
    await enterCompanies(db, who, rows.flatMap(({ value }) => (value.id === undefined ? entered(value) : [])));
    for (const { value } of rows) if (value.id !== undefined) await change(db, who, value.id, value);
  },
});

/** A company that is new here; its address is noted, but nobody is invited. */
function entered({ line, terms }: Value): Entered {
  const { name, kana, kind, person, tel, fax, email, postal_code, address, registration_number, code, payee_kana, send_method, honorific, note } = line;
  const relation = kind === "seller" ? "seller" : "buyer";
  return {
    relation, terms: { ...terms, payment_date: terms.payment_date ?? undefined },
    company: { name, kana, company_type: relation, postal_code, address, tel, fax, registration_number },
    contact: { code, kana, person, tel, email, payee_kana, send_method, honorific, note },
  };
}

function pair(who: Who, id: string, side: Side) {
  const { seller_id, buyer_id } = pairWith(who, id, side);
  return and(eq(collaboration.seller_id, seller_id), eq(collaboration.buyer_id, buyer_id));
}

const orNone = <T extends object>(row: T) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? undefined]));

async function change(db: Tx, who: Who, id: string, { line, fields, terms, is_new_terms }: Value): Promise<void> {
  const [company] = await db.select().from(factory).where(eq(factory.id, id));
  const [note = NO_CONTACT] = await db.select().from(contact).where(and(eq(contact.company_id, who.company_id), eq(contact.partner_id, id)));
  const partner = await standWith(db, who, id);
  const given = Object.fromEntries(Object.entries(line).filter(([name, value]) => fields.includes(name) && (value !== undefined || !KEPT.has(name))));
  const kept = partner?.is_kept ? { ...orNone(company!), kana: note.kana ?? company!.kana ?? undefined, tel: note.tel ?? company!.tel ?? undefined } : {};
  await changeContact(db, who, id, { ...orNone(note), ...kept, ...given, version: note.version } as Parameters<typeof changeContact>[3]);
  if (!is_new_terms) return;
  const side = (await db.$count(collaboration, pair(who, id, "buyer"))) > 0 ? "buyer" : "seller";
  const [row] = await db.select().from(collaboration).where(pair(who, id, side));
  await changeTerms(db, who, id, side, { ...terms, payment_date: terms.payment_date ?? undefined, version: row!.version });
}
