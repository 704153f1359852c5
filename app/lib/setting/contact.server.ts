import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Who } from "~/lib/auth/who";
import { notFound, Refusal, stale } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { asOperator } from "~/lib/db/operator.server";
import type { Changed } from "~/lib/task/activity.schema";
import { ownEntry, recordAll, recordOwn } from "~/lib/task/activity.server";
import type { ContactInput } from "./contact.schema";
import { contact } from "./contact.table.server";
import type { Party } from "./factory.schema";
import { factory } from "./factory.table.server";
import { standWith } from "./partner.server";
import { partyOf } from "./party.server";

type Row = typeof contact.$inferSelect;
const NOTED = ["code", "kana", "person", "tel", "email", "payee_kana", "honorific", "send_method", "bank_accounts", "capital", "employees", "note"] as const;
const FACTS = ["name", "kana", "postal_code", "address", "tel", "fax", "registration_number"] as const;
const plain = (value: unknown) => (typeof value === "object" && value !== null ? JSON.stringify(value) : value ?? null);
const flat = (row: object, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, plain((row as Record<string, unknown>)[name])])) as Changed;

/** A partner as a document of one's own shows it, with the 敬称 chosen for it; to be frozen on it. */
export async function addressedOf(db: Tx, company_id: string, partner_id: string): Promise<Party> {
  const [note] = await db.select({ honorific: contact.honorific }).from(contact)
    .where(and(eq(contact.company_id, company_id), eq(contact.partner_id, partner_id)));
  return { ...await partyOf(db, partner_id), ...(note && { honorific: note.honorific }) };
}

async function find(db: Tx, who: Who, partner_id: string): Promise<Row | undefined> {
  const [row] = await db.select().from(contact).where(and(eq(contact.company_id, who.company_id), eq(contact.partner_id, partner_id))).for("update");
  return row;
}

async function freeCode(db: Tx, who: Who, partner_id: string, code: string | null | undefined): Promise<void> {
  if (!code) return;
  const taken = and(eq(contact.company_id, who.company_id), eq(contact.code, code), ne(contact.partner_id, partner_id));
  if (await db.$count(contact, taken)) throw new Refusal(422, "入力内容を確認してください。", { code: [`コード「${code}」は、すでに使われています`] });
}

/** Notes something of a partner; what is not given stays as it was. */
export async function noteContact(db: Tx, who: Who, partner_id: string, noted: Partial<Omit<Row, "code">> & { code?: string | null }): Promise<void> {
  await freeCode(db, who, partner_id, noted.code);
  const before = await find(db, who, partner_id);
  const [after] = before
    ? await db.update(contact).set({ ...noted, version: sql`${contact.version} + 1`, update_time: who.now }).where(eq(contact.key, before.key)).returning()
    : await db.insert(contact).values({ ...noted, company_id: who.company_id, partner_id }).returning();
  await recordOwn(db, who, "contact", after!.key, "noted", before ? flat(before, NOTED) : {}, flat(after!, NOTED));
}

/** The first notes of companies that are new here, by few statements. */
export async function noteContacts(db: Tx, who: Who, notes: Omit<typeof contact.$inferInsert, "company_id">[]): Promise<void> {
  const codes = notes.flatMap(({ code }) => code ?? []);
  const [taken] = codes.length === 0 ? [] : await db.select({ code: contact.code }).from(contact)
    .where(and(eq(contact.company_id, who.company_id), inArray(contact.code, codes)));
  const twice = taken?.code ?? codes.find((code, at) => codes.indexOf(code) !== at);
  if (twice) throw new Refusal(422, "入力内容を確認してください。", { code: [`コード「${twice}」は、すでに使われています`] });
  const rows = await db.insert(contact).values(notes.map((note) => ({ ...note, company_id: who.company_id }))).returning();
  await recordAll(db, who, rows.map((row) => ownEntry(who, "contact", row.key, 1, "noted", {}, flat(row, NOTED))));
}

/** Replaces the notes of a partner; and, as long as its facts are kept here, those. Documents already issued keep what they say. */
export async function changeContact(db: Tx, who: Who, partner_id: string, { version, ...input }: ContactInput): Promise<void> {
  const partner = await standWith(db, who, partner_id);
  if (!partner) throw notFound("取引先");
  const before = await find(db, who, partner_id);
  if ((before?.version ?? 0) !== version) throw stale("取引先");
  const { code = null, kana = null, person = null, tel = null, email = null, payee_kana = null, send_method = null, capital = null, employees = null,
    note = null, honorific, bank_accounts } = input;
  await noteContact(db, who, partner_id, { code, kana, person, tel, email, payee_kana, send_method, capital, employees, note, honorific, bank_accounts });
  if (partner.is_kept) await changeFacts(db, who, partner_id, input);
}

async function changeFacts(db: Tx, who: Who, id: string, input: Omit<ContactInput, "version">): Promise<void> {
  const [before] = await db.select().from(factory).where(eq(factory.id, id));
  const { postal_code = null, address = null, tel = null, fax = null, registration_number = null, kana = null } = input;
  const facts = { name: input.name ?? before!.name, kana, postal_code, address, tel, fax, registration_number };
  if (FACTS.every((name) => facts[name] === before![name])) return;
  const made = and(eq(factory.id, id), eq(factory.made_by, who.company_id));
  await asOperator(db, () => db.update(factory).set({ ...facts, version: sql`${factory.version} + 1`, update_time: who.now }).where(made));
  const [note] = await db.select({ key: contact.key }).from(contact).where(and(eq(contact.company_id, who.company_id), eq(contact.partner_id, id)));
  await recordOwn(db, who, "contact", note!.key, "facts", flat(before!, FACTS), flat(facts, FACTS));
}
