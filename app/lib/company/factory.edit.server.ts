import { and, eq, or, sql } from "drizzle-orm";
import { notFound, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { recordOwn } from "~/lib/log/activity.server";
import { collaboration, factory, factory_meta } from "~/lib/tables/factory.table.server";
import type { Changed } from "~/lib/vocabulary/activity";
import { type FactoryInput, factoryCard, type MetaInput } from "./factory.edit.schema";
import { factoryOf } from "./factory.self.server";

const plain = (value: unknown) =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : (value ?? null);
const flat = (row: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, plain(row[name])])) as Changed;

const PROFILE = [
  "name",
  "kana",
  "postal_code",
  "address",
  "tel",
  "fax",
  "email",
  "registration_number",
  "bank_accounts",
];
const META = [
  "is_payment_last_date",
  "payment_date",
  "pay_month",
  "pay_day",
  "bank_shift",
  "amount_rounding",
  "tax_rounding",
  "inspection_days",
  "stall_days",
  "warn_days",
  "early_days",
  "small_difference",
  "stock_valuation",
];

/** Replaces what the company says of itself; documents already issued keep what they say (R3-5). */
export async function changeFactory(db: Tx, who: Who, { version, ...input }: FactoryInput) {
  const [row] = await db.select().from(factory).where(eq(factory.id, who.company_id)).for("update");
  if (!row) throw notFound("会社");
  if (row.version !== version) throw stale("会社情報");
  const {
    name,
    kana = null,
    postal_code = null,
    address = null,
    tel = null,
    fax = null,
    email = null,
    registration_number = null,
    bank_accounts,
  } = input;
  const after = { name, kana, postal_code, address, tel, fax, email, registration_number, bank_accounts };
  await db
    .update(factory)
    .set({ ...after, version: sql`${factory.version} + 1`, update_time: who.now })
    .where(eq(factory.id, who.company_id));
  await recordOwn(db, who, "factory", row.key, "edited", flat(row, PROFILE), flat(after, PROFILE));
  return factoryOf(db, who);
}

export async function changeMeta(db: Tx, who: Who, { version, ...input }: MetaInput) {
  const [own] = await db.select().from(factory).where(eq(factory.id, who.company_id)).for("update");
  const [row] = await db
    .select()
    .from(factory_meta)
    .where(eq(factory_meta.company_id, who.company_id))
    .for("update");
  if (!own || !row) throw notFound("会社");
  if (row.version !== version) throw stale("設定");
  const after = {
    ...input,
    payment_date: input.is_payment_last_date ? null : input.payment_date!,
    early_days: input.early_days ?? null,
    small_difference: input.small_difference ?? row.small_difference,
    stock_valuation: input.stock_valuation ?? row.stock_valuation,
  };
  await db
    .update(factory_meta)
    .set({ ...after, version: sql`${factory_meta.version} + 1` })
    .where(eq(factory_meta.company_id, who.company_id));
  await recordOwn(db, who, "factory", own.key, "terms", flat(row, META), flat(after, META));
  return factoryOf(db, who);
}

export async function factoryCardOf(db: Tx, who: Who, id: string) {
  const [row] = await db.select().from(factory).where(eq(factory.id, id));
  const works =
    id === who.company_id ||
    (await db.$count(
      collaboration,
      and(
        eq(collaboration.is_active, true),
        or(
          and(eq(collaboration.seller_id, who.company_id), eq(collaboration.buyer_id, id)),
          and(eq(collaboration.buyer_id, who.company_id), eq(collaboration.seller_id, id)),
        ),
      ),
    )) > 0;
  if (!row || !works) throw notFound("会社");
  return factoryCard.parse(row);
}
