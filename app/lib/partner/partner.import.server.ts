import { and, eq, inArray, or } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { amongNamesakes, compare, textsOf } from "~/lib/import/import.compare";
import { allValid, type Checked, intake, refuseNonFactoryAdmin } from "~/lib/import/import.intake.server";
import { contact } from "~/lib/tables/contact.table.server";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { searchKey } from "~/lib/text/fold";
import { KIND_LABEL } from "./collaboration";
import { changeTerms } from "./collaboration.change.server";
import { type Entered, enterCompanies } from "./collaboration.enter.server";
import { NO_CONTACT } from "./contact.schema";
import { type ContactChange, changeContacts } from "./contact.server";
import { type PartnerLine, partnerImport } from "./partner.import";
import { standsWith } from "./partner.server";
import {
  type Agreed,
  changedIn,
  pickTerms,
  shownTerms,
  TOGETHER,
  termsOf,
  usualTerms,
} from "./partner.terms.server";

type Value = {
  id?: string;
  line: PartnerLine;
  fields: string[];
  terms: Agreed;
  is_noted: boolean;
  is_new_terms: boolean;
};

const NOTES = [
  "code",
  "kana",
  "person",
  "tel",
  "email",
  "payee_kana",
  "send_method",
  "honorific",
  "note",
] as const;
const FACTS = ["postal_code", "address", "fax", "registration_number"] as const;
/** An empty cell leaves these as they are. */
const KEPT = new Set<string>(["honorific", "code"]);
type Companion = {
  company: typeof factory.$inferSelect;
  note: typeof contact.$inferSelect | typeof NO_CONTACT;
  active: boolean;
  /** The terms that hold; and whether they are this company's to say. */
  pair: typeof collaboration.$inferSelect;
  own: boolean;
};
const by = <T>(rows: T[], key: (row: T) => string) => new Map(rows.map((row) => [key(row), row]));

const pairsOf = (db: Tx, who: Who) =>
  db
    .select()
    .from(collaboration)
    .where(or(eq(collaboration.seller_id, who.company_id), eq(collaboration.buyer_id, who.company_id)));

/**
 * The companies one works with, found by what a file may name them: their code here, or their name, which
 * several may bear.
 */
async function known(db: Tx, who: Who): Promise<(line: Pick<PartnerLine, "name" | "code">) => Companion[]> {
  const notes = by(
    await db.select().from(contact).where(eq(contact.company_id, who.company_id)),
    (note) => note.partner_id,
  );
  const pairs = await pairsOf(db, who);
  const [buyers, sellers] = [by(pairs, (pair) => pair.buyer_id), by(pairs, (pair) => pair.seller_id)];
  const companies = await db.select().from(factory).where(eq(factory.is_stock, false));
  const all = companies.flatMap((company): Companion[] => {
    const [buyer, seller] = [buyers.get(company.id), sellers.get(company.id)];
    const pair = buyer ?? seller;
    if (company.id === who.company_id || !pair) return [];
    return [
      {
        company,
        note: notes.get(company.id) ?? NO_CONTACT,
        pair,
        own: Boolean(buyer) || company.made_by === who.company_id,
        active: Boolean(buyer?.is_active || seller?.is_active),
      },
    ];
  });
  const codes = by(
    all.filter(({ note }) => note.code),
    ({ note }) => note.code!,
  );
  const names = new Map<string, Companion[]>();
  for (const one of all)
    names.set(searchKey(one.company.name), [...(names.get(searchKey(one.company.name)) ?? []), one]);
  return (line) => {
    const coded = line.code && codes.get(line.code);
    return coded ? [coded] : (names.get(searchKey(line.name)) ?? []);
  };
}

/** A line for a company that is not known yet. */
function checkNew(line: PartnerLine, usual: Agreed, fields: Set<string>): Checked {
  const mark = line.code ? `code ${line.code}` : searchKey(line.name);
  const read = termsOf(line, usual, false);
  if ("errors" in read) return { ...read, mark };
  if (line.kind === "both")
    return { errors: { kind: ["新しい会社は「依頼元」か「協力会社」のどちらかにしてください"] }, mark };
  const { terms } = read;
  const shown = { kind: KIND_LABEL[line.kind ?? "buyer"], ...shownTerms(terms) };
  return {
    state: "new",
    value: { line, fields: [...fields], terms, is_noted: true, is_new_terms: true },
    mark,
    shown,
  };
}

/** A line beside the company it names. `kept`: its facts are kept here. */
function checkKnown(line: PartnerLine, same: Companion, kept: boolean, fields: Set<string>): Checked {
  const mark = `id ${same.company.id}`;
  const base = pickTerms(same.pair);
  const read = termsOf(line, base, true);
  if (same.own && "errors" in read) return { ...read, mark };
  const terms = same.own && "terms" in read ? read.terms : base;
  const facts = kept
    ? FACTS.filter((name) => fields.has(name) && (line[name] ?? null) !== same.company[name])
    : [];
  const stated = (name: string) =>
    name === "kana" || name === "tel" || name === "email" ? same.company[name] : null;
  const notes = NOTES.filter(
    (name) =>
      fields.has(name) &&
      !(KEPT.has(name) && !line[name]) &&
      (line[name] ?? null) !== same.note[name] &&
      (line[name] ?? null) !== stated(name),
  );
  const [now, was] = [shownTerms(terms), shownTerms(base)];
  const agreed = changedIn(now, was);
  const changed = {
    ...textsOf(partnerImport, notes, same.note),
    ...textsOf(partnerImport, facts, same.company),
    ...(kept && line.name !== same.company.name && { name: same.company.name }),
  };
  const value: Value = {
    id: same.company.id,
    line,
    fields: [...fields],
    terms,
    is_new_terms: agreed.length > 0,
    is_noted: Object.keys(changed).length > 0,
  };
  const answer = compare({ value, mark, shown: now }, was, changed);
  if (answer.state === "changed" && !same.active)
    return { errors: { name: ["無効にした会社です。先に画面で再開してください"] }, mark };
  const said = same.own || ("terms" in read && changedIn(shownTerms(read.terms), was).length === 0);
  return { ...answer, note: said ? undefined : "条件はお相手の会社が決めるため、変更しません" };
}

const TWICE = { name: ["同じ名前の会社が二つ以上あります。コードを入力してください"] };

export const partnerIntake = intake<typeof partnerImport.row, Value>({
  of: partnerImport,
  refuse: refuseNonFactoryAdmin,

  async check(db, who, rows, fields) {
    const find = await known(db, who);
    const usual = await usualTerms(db, who);
    const named = rows.map(({ value: line }) => ({ line, found: find(line) }));
    const stands = await standsWith(
      db,
      who,
      named.flatMap(({ found }) => found.map(({ company }) => company.id)),
    );
    return named.map(({ line, found }): Checked => {
      const [first, ...more] = found;
      if (!first) return checkNew(line, usual, fields);
      const answer = (same: Companion) =>
        checkKnown(line, same, stands.get(same.company.id)?.is_kept ?? false, fields);
      return amongNamesakes([answer(first), ...more.map(answer)], { errors: TWICE });
    });
  },

  async look(db, who, rows) {
    const find = await known(db, who);
    const usual = await usualTerms(db, who);
    return rows.map((half) => {
      const { name = "", ...line } = half.value;
      const [same] = find({ ...line, name });
      const read =
        same?.own === false
          ? { terms: usual }
          : termsOf(line, same ? pickTerms(same.pair) : usual, Boolean(same));
      if (!("errors" in read)) return {};
      // A problem of terms lies in several cells together: it is told where all of them are right.
      return Object.fromEntries(
        Object.entries(read.errors).filter(([field]) => allValid(half, "name", "code", ...TOGETHER[field]!)),
      );
    });
  },

  async save(db, who, rows) {
    await enterCompanies(
      db,
      who,
      rows.flatMap(({ value }) => (value.id === undefined ? entered(value) : [])),
    );
    await change(
      db,
      who,
      rows.flatMap(({ value }) => (value.id === undefined ? [] : { ...value, id: value.id })),
    );
  },
});

/** A company that is new here; its address is noted, but nobody is invited. */
function entered({ line, terms }: Value): Entered {
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

const orNone = <T extends object>(row: T) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? undefined]));

/**
 * Partners that are known: their notes and facts by few statements, then their terms; what the file has no
 * column for stays.
 */
async function change(db: Tx, who: Who, values: (Value & { id: string })[]): Promise<void> {
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
          ([name, value]) => fields.includes(name) && (value !== undefined || !KEPT.has(name)),
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
