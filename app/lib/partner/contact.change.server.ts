import { and, eq, inArray, sql } from "drizzle-orm";
import { notFound, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { asOperator } from "~/lib/db/operator.server";
import { lastEntries, ownEntry, recordAll } from "~/lib/log/activity.server";
import { contact } from "~/lib/tables/contact.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import type { Changed } from "~/lib/vocabulary/activity";
import type { ContactInput } from "./contact.schema";
import { FACTS, flat, freeCodes, NOTED, type Row } from "./contact.server";
import { standsWith } from "./partner.server";

export type ContactChange = ContactInput & { partner_id: string };
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
/** Documents already issued keep what they say. */
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
