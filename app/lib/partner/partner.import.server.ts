import { eq } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { amongNamesakes, compare, textsOf } from "~/lib/import/import.compare";
import { allValid, type Checked, intake, refuseNonFactoryAdmin } from "~/lib/import/import.intake.server";
import { contact } from "~/lib/tables/contact.table.server";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { searchKey } from "~/lib/text/fold";
import { KIND_LABEL } from "./collaboration";
import { enterCompanies } from "./collaboration.enter.server";
import { NO_CONTACT } from "./contact.schema";
import { type PartnerLine, partnerImport } from "./partner.import";
import { by, change, entered, KEPT_WHEN_EMPTY, pairsOf, type Value } from "./partner.import.save.server";
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
type Companion = {
  company: typeof factory.$inferSelect;
  note: typeof contact.$inferSelect | typeof NO_CONTACT;
  active: boolean;
  pair: typeof collaboration.$inferSelect;
  own: boolean;
};
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
      !(KEPT_WHEN_EMPTY.has(name) && !line[name]) &&
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
