import { and, eq, inArray, sql } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { ownEntry, recordAll, recordOwn } from "~/lib/log/activity.server";
import { contact } from "~/lib/tables/contact.table.server";
import type { Changed } from "~/lib/vocabulary/activity";
import type { Party } from "~/lib/vocabulary/factory.schema";
import { payeesOf, withoutAccounts } from "./party.server";

export type Row = typeof contact.$inferSelect;
export const NOTED = [
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
export const FACTS = ["name", "kana", "postal_code", "address", "tel", "fax", "registration_number"] as const;
const plain = (value: unknown) =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : (value ?? null);
export const flat = (row: object, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, plain((row as Record<string, unknown>)[name])])) as Changed;

/** To be frozen on a document, with the 敬称 chosen for the partner. */
export async function addressedOf(db: Tx, company_id: string, partner_id: string): Promise<Party> {
  return (await addressedAll(db, company_id, [partner_id]))[0]!;
}

/** In the order asked for. */
export async function addressedAll(db: Tx, company_id: string, partner_ids: string[]): Promise<Party[]> {
  const notes = await db
    .select({ id: contact.partner_id, honorific: contact.honorific })
    .from(contact)
    .where(and(eq(contact.company_id, company_id), inArray(contact.partner_id, partner_ids)));
  const honorifics = new Map(notes.map(({ id, honorific }) => [id, { honorific }]));
  const parties = await payeesOf(db, partner_ids);
  return parties.map((one) => ({ ...withoutAccounts(one), ...honorifics.get(one.id) }));
}

async function find(db: Tx, who: Who, partner_id: string): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(contact)
    .where(and(eq(contact.company_id, who.company_id), eq(contact.partner_id, partner_id)))
    .for("update");
  return row;
}

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

/** Whoever bears a code keeps it. */
export async function freeCodes(
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
