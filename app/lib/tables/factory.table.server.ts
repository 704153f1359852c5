import { sql } from "drizzle-orm";
import { boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, day, instant, quantity } from "~/lib/db/column.server";
import type { BankShift } from "~/lib/time/bankday";
import { type Role, UNITS, type Unit } from "~/lib/vocabulary/card.schema";
import type { Colour } from "~/lib/vocabulary/colour";
import type { InvoiceBasis } from "~/lib/vocabulary/document";
import type { BankAccount } from "~/lib/vocabulary/factory.schema";
import type { MaturityUnit, PaymentMethod } from "~/lib/vocabulary/maturity";
import type { OnTimeDay } from "~/lib/vocabulary/ontime";
import type { CompanyType } from "~/lib/vocabulary/permission";
import type { DayStyle, LineOrder, NumberStyle, PaperLayout } from "~/lib/vocabulary/print";
import type { Rounding } from "~/lib/vocabulary/rounding";
import type { StockKind, Valuation } from "~/lib/vocabulary/stock";
import type { OverBill, RestBase } from "~/lib/vocabulary/tolerance";
import type { Toriteki } from "~/lib/vocabulary/toriteki";

export const factory = pgTable("factory", {
  id: text().primaryKey(),
  name: text().notNull(),
  kana: text(),
  company_type: text().$type<CompanyType>().notNull(),
  postal_code: text(),
  address: text(),
  tel: text(),
  fax: text(),
  email: text(),
  registration_number: text(),
  bank_accounts: jsonb().$type<BankAccount[]>().notNull().default([]),
  /** Of whom a second factor is asked. */
  factor_rule: text().$type<"none" | "admins" | "everyone">().notNull().default("none"),
  is_stock: boolean().notNull().default(false),
  stock_kind: text().$type<StockKind>(),
  is_active: boolean().notNull().default(true),
  created_time: instant().notNull().default(sql`now()`),
  update_time: instant().notNull().default(sql`now()`),
  version: integer().notNull().default(1),
  key: amount().notNull().generatedAlwaysAsIdentity(),
  logo: text(),
  seal: text(),
  /** The factory that entered it as its partner. */
  made_by: text(),
});

export const factory_meta = pgTable("factory_meta", {
  company_id: text().primaryKey(),
  is_payment_last_date: boolean().notNull().default(true),
  payment_date: integer(),
  pay_month: integer().notNull().default(1),
  pay_day: integer().notNull().default(31),
  amount_rounding: text().$type<Rounding>().notNull().default("floor"),
  tax_rounding: text().$type<Rounding>().notNull().default("floor"),
  inspection_days: integer().notNull().default(7),
  stall_days: integer().notNull().default(5),
  warn_days: integer().notNull().default(3),
  early_days: integer(),
  small_difference: integer().notNull().default(1000),
  units: text()
    .array()
    .$type<Unit[]>()
    .notNull()
    .default([...UNITS]),
  version: integer().notNull().default(1),
  paper_layout: text().$type<PaperLayout>().notNull().default("ruled"),
  line_order: text().$type<LineOrder>().notNull().default("given"),
  number_style: text().$type<NumberStyle>().notNull().default("month"),
  address_left: integer().notNull().default(20),
  address_top: integer().notNull().default(34),
  day_style: text().$type<DayStyle>().notNull().default("western"),
  scan_stay: integer().notNull().default(30),
  bank_shift: text().$type<BankShift>().notNull().default("none"),
  stock_valuation: text().$type<Valuation>().notNull().default("average"),
  is_setup_hidden: boolean().notNull().default(false),
  is_tax_exempt: boolean().notNull().default(false),
});

export const collaboration = pgTable(
  "collaboration",
  {
    seller_id: text().notNull(),
    buyer_id: text().notNull(),
    is_payment_last_date: boolean().notNull(),
    payment_date: integer(),
    pay_month: integer().notNull(),
    pay_day: integer().notNull(),
    amount_rounding: text().$type<Rounding>().notNull(),
    tax_rounding: text().$type<Rounding>().notNull(),
    invoice_basis: text().$type<InvoiceBasis>().notNull().default("monthly"),
    show_carry_over: boolean().notNull().default(true),
    last_chat_time: instant(),
    is_active: boolean().notNull().default(true),
    created_time: instant().notNull().default(sql`now()`),
    update_time: instant().notNull().default(sql`now()`),
    version: integer().notNull().default(1),
    key: amount().notNull().generatedAlwaysAsIdentity(),
    fee_bearer: text().$type<"payer" | "payee">().notNull().default("payer"),
    toriteki: text().$type<Toriteki>().notNull().default("unknown"),
    toriteki_judged_on: day(),
    toriteki_judged_by: text(),
    stopped_by: text(),
    payment_method: text().$type<PaymentMethod>().notNull().default("transfer"),
    maturity: integer(),
    maturity_unit: text().$type<MaturityUnit>(),
    bank_shift: text().$type<BankShift>().notNull().default("none"),
    over_pct: quantity().notNull().default("0"),
    under_pct: quantity().notNull().default("0"),
    over_bill: text().$type<OverBill>().notNull().default("delivered"),
    rest_base: text().$type<RestBase>().notNull().default("delivered"),
    on_time_day: text().$type<OnTimeDay>().notNull().default("shipped"),
  },
  (t) => [primaryKey({ columns: [t.seller_id, t.buyer_id] })],
);

export const destination = pgTable("destination", {
  destination_id: amount().primaryKey().generatedAlwaysAsIdentity(),
  factory_id: text().notNull(),
  name: text().notNull(),
  postal_code: text(),
  address: text(),
  tel: text(),
  person: text(),
  note: text(),
  is_default: boolean().notNull().default(false),
  is_active: boolean().notNull().default(true),
  update_time: instant().notNull().default(sql`now()`),
  version: integer().notNull().default(1),
  owner_id: text().notNull(),
  hours: text(),
});

export const factory_process = pgTable(
  "process",
  {
    company_id: text().notNull(),
    group_id: integer().notNull(),
    label: text().notNull(),
    role: text().$type<Role>().notNull(),
    version: integer().notNull().default(1),
    /** Its place on the board; group_id names it for good. */
    sort: integer().notNull().default(0),
    colour: text().$type<Colour>(),
    is_hidden: boolean().notNull().default(false),
    is_active: boolean().notNull().default(true),
    standard_days: integer(),
    default_collab_id: text(),
    /** Its cards stand in the order that they are put in by hand (0069). */
    is_sequenced: boolean().notNull().default(false),
    /** Its machines run without anybody: 無人運転 is offered at 着手 (0281). */
    runs_unmanned: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.group_id] })],
);

/** What an hour of a process costs: read by its own company alone (0127). */
export const process_rate = pgTable(
  "process_rate",
  {
    company_id: text().notNull(),
    group_id: integer().notNull(),
    hourly_rate: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.group_id] })],
);

export const product = pgTable("product", {
  product_id: amount().primaryKey().generatedAlwaysAsIdentity(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  code: text().notNull(),
  name: text().notNull(),
  drawing_no: text(),
  drawing_revision: text(),
  order_unit: text().$type<Unit>().notNull(),
  unit: text().$type<Unit>().notNull(),
  unit_weight: quantity(),
  pieces_per_set: quantity(),
  is_stock: boolean().notNull().default(false),
  num_threshold: quantity(),
  lead_days: integer(),
  moq: quantity(),
  lot: quantity(),
  num_target: quantity(),
  standard_price: quantity(),
  shelf: text(),
  category: text(),
  /** From whom it is bought; null: made here. */
  supplier_id: text(),
  ownership: text().$type<"supplied">(),
  is_active: boolean().notNull().default(true),
  version: integer().notNull().default(1),
  /** The first day that has a price (0047). */
  priced_from: day(),
  /** What it is searched by: code, name and drawing, folded. */
  search_key: text().notNull().default(""),
  note: text(),
  created_time: instant().notNull().default(sql`now()`),
  update_time: instant().notNull().default(sql`now()`),
});

export const product_price = pgTable(
  "product_price",
  {
    product_id: amount().notNull(),
    seller_id: text().notNull(),
    buyer_id: text().notNull(),
    effective_from: day().notNull(),
    min_quantity: quantity().notNull().default("0"),
    /** Null: 要相談, up to the next quantity that has a price. */
    unit_price: quantity(),
    agreed_on: day().notNull(),
    note: text(),
    /** Of what was quoted (R9-5). */
    valid_until: day(),
    created_by: text(),
    created_time: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.product_id, t.effective_from, t.min_quantity] })],
);
