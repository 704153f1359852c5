import { and, eq, inArray, sql } from "drizzle-orm";
import { notFound, Refusal, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { asOperator } from "~/lib/db/operator.server";
import { lastEntries, ownEntry, recordAll, recordOwn } from "~/lib/log/activity.server";
import { contact } from "~/lib/tables/contact.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import type { Changed } from "~/lib/vocabulary/activity";
import type { Party } from "~/lib/vocabulary/factory.schema";
import type { ContactInput } from "./contact.schema";
import { standsWith } from "./partner.server";
import { partyOf } from "./party.server";

type Row = typeof contact.$inferSelect;
const NOTED = [
  "code",
  "kana",
  "person",
  "tel",
  "email",
  "payee_kana",
  "honorific",
  "send_method",
  "bank_accounts",
  "capital",
  "employees",
  "note",
] as const;
const FACTS = ["name", "kana", "postal_code", "address", "tel", "fax", "registration_number"] as const;
const plain = (value: unknown) =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : (value ?? null);
const flat = (row: object, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, plain((row as Record<string, unknown>)[name])])) as Changed;

/** A partner as a document of one's own shows it, with the 敬称 chosen for it; to be frozen on it. */
export async function addressedOf(db: Tx, company_id: string, partner_id: string): Promise<Party> {
  const [note] = await db
    .select({ honorific: contact.honorific })
    .from(contact)
    .where(and(eq(contact.company_id, company_id), eq(contact.partner_id, partner_id)));
  return { ...(await partyOf(db, partner_id)), ...(note && { honorific: note.honorific }) };
}

async function find(db: Tx, who: Who, partner_id: string): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(contact)
    .where(and(eq(contact.company_id, who.company_id), eq(contact.partner_id, partner_id)))
    .for("update");
  return row;
}

/** Notes something of a partner; what is not given stays as it was. */
export async function noteContact(
  db: Tx,
  who: Who,
  partner_id: string,
  noted: Partial<Omit<Row, "code">> & { code?: string | null },
): Promise<void> {
  await freeCodes(db, who, [{ partner_id, code: noted.code }]);
  const before = await find(db, who, partner_id);
  const [after] = before
    ? await db
        .update(contact)
        .set({ ...noted, version: sql`${contact.version} + 1`, update_time: who.now })
        .where(eq(contact.key, before.key))
        .returning()
    : await db
        .insert(contact)
        .values({ ...noted, company_id: who.company_id, partner_id })
        .returning();
  await recordOwn(
    db,
    who,
    "contact",
    after!.key,
    "noted",
    before ? flat(before, NOTED) : {},
    flat(after!, NOTED),
  );
}

/** The first notes of companies that are new here, by few statements. */
export async function noteContacts(
  db: Tx,
  who: Who,
  notes: Omit<typeof contact.$inferInsert, "company_id">[],
): Promise<void> {
  await freeCodes(db, who, notes);
  const rows = await db
    .insert(contact)
    .values(notes.map((note) => ({ ...note, company_id: who.company_id })))
    .returning();
  await recordAll(
    db,
    who,
    rows.map((row) => ownEntry(who, "contact", row.key, 1, "noted", {}, flat(row, NOTED))),
  );
}

export type ContactChange = ContactInput & { partner_id: string };

/**
 * Replaces the notes of partners; and, as long as the facts of one are kept here, those. Documents already
 * issued keep what they say.
 */
export async function changeContacts(db: Tx, who: Who, changes: ContactChange[]): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map((one) => one.partner_id);
  const partners = await standsWith(db, who, ids);
  if (changes.some((one) => !partners.has(one.partner_id))) throw notFound("取引先");
  const found = await db
    .select()
    .from(contact)
    .where(and(eq(contact.company_id, who.company_id), inArray(contact.partner_id, ids)))
    .for("update");
  const before = new Map(found.map((row) => [row.partner_id, row]));
  if (changes.some((one) => (before.get(one.partner_id)?.version ?? 0) !== one.version))
    throw stale("取引先");
  await freeCodes(db, who, changes);
  const after = await replaceNotes(db, who, changes);
  const last = await lastEntries(
    db,
    "contact",
    after.map((row) => row.key),
  );
  const next = (key: number) => last.set(key, (last.get(key) ?? 0) + 1).get(key)!;
  const noted = after.map((row) => {
    const was = before.get(row.partner_id);
    return ownEntry(
      who,
      "contact",
      row.key,
      next(row.key),
      "noted",
      was ? flat(was, NOTED) : {},
      flat(row, NOTED),
    );
  });
  const facts = await changeFacts(
    db,
    who,
    changes.filter((one) => partners.get(one.partner_id)!.is_kept),
  );
  const keys = new Map(after.map((row) => [row.partner_id, row.key]));
  await recordAll(db, who, [
    ...noted,
    ...facts.map(({ id, from, to }) => {
      const key = keys.get(id)!;
      return ownEntry(who, "contact", key, next(key), "facts", from, to);
    }),
  ]);
}

/** Whoever bears a code keeps it. */
async function freeCodes(
  db: Tx,
  who: Who,
  changes: { partner_id: string; code?: string | null }[],
): Promise<void> {
  const wanted = new Map(
    changes.flatMap(({ partner_id, code }) => (code ? [[code, partner_id] as const] : [])),
  );
  const given = changes.flatMap(({ code }) => code ?? []);
  const bearers =
    given.length === 0
      ? []
      : await db
          .select({ code: contact.code, partner_id: contact.partner_id })
          .from(contact)
          .where(and(eq(contact.company_id, who.company_id), inArray(contact.code, given)));
  const taken =
    bearers.find((one) => wanted.get(one.code!) !== one.partner_id)?.code ??
    given.find((code, at) => given.indexOf(code) !== at);
  if (taken)
    throw new Refusal(422, "入力内容を確認してください。", {
      code: [`コード「${taken}」は、すでに使われています`],
    });
}

async function replaceNotes(db: Tx, who: Who, changes: ContactChange[]): Promise<Row[]> {
  const values = changes.map(
    ({
      partner_id,
      code = null,
      kana = null,
      person = null,
      tel = null,
      email = null,
      payee_kana = null,
      send_method = null,
      capital = null,
      employees = null,
      note = null,
      honorific,
      bank_accounts,
    }) => ({
      partner_id,
      code,
      kana,
      person,
      tel,
      email,
      payee_kana,
      send_method,
      capital,
      employees,
      note,
      honorific,
      bank_accounts,
      company_id: who.company_id,
      update_time: who.now,
    }),
  );
  const given = Object.fromEntries(
    [...NOTED, "update_time"].map((name) => [name, sql`excluded.${sql.identifier(name)}`]),
  );
  return db
    .insert(contact)
    .values(values)
    .onConflictDoUpdate({
      target: [contact.company_id, contact.partner_id],
      set: { ...given, version: sql`${contact.version} + 1` },
    })
    .returning();
}

/** What the companies are, where that is kept here; what has changed. */
async function changeFacts(
  db: Tx,
  who: Who,
  changes: ContactChange[],
): Promise<{ id: string; from: Changed; to: Changed }[]> {
  if (changes.length === 0) return [];
  const rows = await db
    .select()
    .from(factory)
    .where(
      inArray(
        factory.id,
        changes.map((one) => one.partner_id),
      ),
    );
  const before = new Map(rows.map((row) => [row.id, row]));
  const changed = changes.flatMap(({ partner_id: id, name, ...given }) => {
    const {
      postal_code = null,
      address = null,
      tel = null,
      fax = null,
      registration_number = null,
      kana = null,
    } = given;
    const was = before.get(id)!;
    const facts = { name: name ?? was.name, kana, postal_code, address, tel, fax, registration_number };
    return FACTS.every((one) => facts[one] === was[one])
      ? []
      : [{ id, facts, from: flat(was, FACTS), to: flat(facts, FACTS) }];
  });
  const columns = sql.raw(FACTS.map((name) => `${name} = r.${name}`).join(", "));
  if (changed.length > 0) {
    await asOperator(db, () =>
      db.execute(sql`update factory f set ${columns}, version = f.version + 1, update_time = ${who.now}
      from jsonb_populate_recordset(null::factory, ${JSON.stringify(changed.map(({ id, facts }) => ({ id, ...facts })))}::jsonb) r
      where f.id = r.id and f.made_by = ${who.company_id}`),
    );
  }
  return changed;
}
