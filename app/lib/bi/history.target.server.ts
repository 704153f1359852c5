import { and, eq, inArray } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { card } from "~/lib/tables/card.table.server";
import { contact } from "~/lib/tables/contact.table.server";
import { delivery } from "~/lib/tables/delivery.table.server";
import { collaboration, destination, factory, product } from "~/lib/tables/factory.table.server";
import { file } from "~/lib/tables/file.table.server";
import { indirect_work, worker_day } from "~/lib/tables/indirect.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { member } from "~/lib/tables/member.table.server";
import { orders } from "~/lib/tables/order.table.server";
import { payment } from "~/lib/tables/payment.table.server";
import { quote, quote_seller } from "~/lib/tables/quote.table.server";
import { worker } from "~/lib/tables/worker.table.server";
import { formatDate, tokyoDate } from "~/lib/time/date";
import type { Subject } from "~/lib/vocabulary/activity";

import { dayPath } from "./day.schema";

type Target = { target: string; href: string | null };
type Found = { key: number } & Target;

/** Of each subject: what it is called, and where it is looked at by this side. */
const READERS: Record<Subject, (db: Tx, who: Who, keys: number[]) => Promise<Found[]>> = {
  card: async (db, _, keys) =>
    (
      await db
        .select({ key: card.key, id: card.id, name: card.name })
        .from(card)
        .where(inArray(card.key, keys))
    ).map(({ key, id, name }) => ({ key, target: `${id} ${name}`, href: `/task/${key}` })),
  order: async (db, who, keys) =>
    (
      await db.select({ key: orders.key, id: orders.order_id }).from(orders).where(inArray(orders.key, keys))
    ).map(({ key, id }) => ({
      key,
      target: id,
      href: who.company_type === "buyer" ? `/order/${key}` : `/task/order/${key}`,
    })),
  delivery: async (db, _, keys) =>
    (
      await db
        .select({ key: delivery.key, number: delivery.number })
        .from(delivery)
        .where(inArray(delivery.key, keys))
    ).map(({ key, number }) => ({ key, target: number, href: `/accounting/delivery/${key}` })),
  invoice: async (db, _, keys) =>
    (
      await db
        .select({ key: invoice.key, number: invoice.number })
        .from(invoice)
        .where(inArray(invoice.key, keys))
    ).map(({ key, number }) => ({ key, target: number, href: `/accounting/invoice/${key}` })),
  payment: async (db, _, keys) =>
    (
      await db
        .select({ key: payment.key, date: payment.payment_date, name: factory.name })
        .from(payment)
        .leftJoin(factory, eq(factory.id, payment.buyer_id))
        .where(inArray(payment.key, keys))
    ).map(({ key, date, name }) => ({
      key,
      target: `${name ?? ""} ${formatDate(date)}`,
      href: `/accounting/receivable/payment/${key}`,
    })),
  product: async (db, _, keys) =>
    (
      await db
        .select({ key: product.product_id, code: product.code, name: product.name })
        .from(product)
        .where(inArray(product.product_id, keys))
    ).map(({ key, code, name }) => ({ key, target: `${code} ${name}`, href: `/setting/product/${key}` })),
  collaboration: async (db, _, keys) =>
    (
      await db
        .select({ key: collaboration.key, id: collaboration.buyer_id, name: factory.name })
        .from(collaboration)
        .leftJoin(factory, eq(factory.id, collaboration.buyer_id))
        .where(inArray(collaboration.key, keys))
    ).map(({ key, id, name }) => ({ key, target: name ?? id, href: `/setting/collaborator/${id}` })),
  contact: async (db, who, keys) =>
    (
      await db
        .select({ key: contact.key, id: contact.partner_id, name: factory.name })
        .from(contact)
        .leftJoin(factory, eq(factory.id, contact.partner_id))
        .where(inArray(contact.key, keys))
    ).map(({ key, id, name }) => ({
      key,
      target: name ?? id,
      href: who.company_type === "buyer" ? `/setting/partner/${id}` : `/setting/collaborator/${id}`,
    })),
  destination: async (db, _, keys) =>
    (
      await db
        .select({ key: destination.destination_id, name: destination.name })
        .from(destination)
        .where(inArray(destination.destination_id, keys))
    ).map(({ key, name }) => ({ key, target: name, href: `/setting/destination/${key}` })),
  member: async (db, _, keys) =>
    (await db.select({ key: member.id, name: member.name }).from(member).where(inArray(member.id, keys))).map(
      ({ key, name }) => ({ key, target: name, href: `/setting/user/${key}` }),
    ),
  factory: async (_, __, keys) => keys.map((key) => ({ key, target: "", href: "/setting/history" })),
  file: async (db, _, keys) =>
    (
      await db
        .select({ id: file.id, name: file.name, kind: file.owner_kind, owner: file.owner_key })
        .from(file)
        .where(inArray(file.id, keys))
    ).map(({ id, name, kind, owner }) => ({
      key: id,
      target: name,
      href: kind === "card" ? `/task/${owner}` : null,
    })),
  quote: async (db, who, keys) =>
    (
      await db
        .select({ key: quote_seller.key, of: quote.key, name: quote.name })
        .from(quote_seller)
        .innerJoin(quote, eq(quote.key, quote_seller.quote_key))
        .where(inArray(quote_seller.key, keys))
    ).map(({ key, of, name }) => ({
      key,
      target: name,
      href: who.company_type === "buyer" ? `/order/product/${of}` : `/setting/product/quote/${key}`,
    })),
  indirect: async (db, _, keys) =>
    (
      await db
        .select({
          key: indirect_work.key,
          worker_id: indirect_work.worker_id,
          at: indirect_work.work_start,
          label: indirect_work.label,
          name: worker.name,
        })
        .from(indirect_work)
        .innerJoin(worker, eq(worker.worker_id, indirect_work.worker_id))
        .where(inArray(indirect_work.key, keys))
    ).map(({ key, worker_id, at, label, name }) => ({
      key,
      target: `${name} ${label}`,
      href: dayPath(worker_id, tokyoDate(at)),
    })),
  worker_day: async (db, _, keys) =>
    (
      await db
        .select({ key: worker_day.key, id: worker_day.worker_id, day: worker_day.day, name: worker.name })
        .from(worker_day)
        .innerJoin(worker, eq(worker.worker_id, worker_day.worker_id))
        .where(inArray(worker_day.key, keys))
    ).map(({ key, id, day, name }) => ({
      key,
      target: `${name} ${formatDate(day)}`,
      href: dayPath(id, day),
    })),
};

export async function targetsOf(db: Tx, who: Who, rows: { subject: Subject; subject_key: number }[]) {
  const targets = new Map<string, Target>();
  for (const subject of new Set(rows.map((row) => row.subject))) {
    const keys = [...new Set(rows.filter((row) => row.subject === subject).map((row) => row.subject_key))];
    for (const { key, ...target } of await READERS[subject](db, who, keys))
      targets.set(`${subject} ${key}`, target);
  }
  return targets;
}

type Named = { subject: Subject; keys: number[] };
type Paired = { seller_id: PgColumn; buyer_id: PgColumn };

/** What has exactly this number: a card, an order, a paper or a product. */
export async function numbered(db: Tx, who: Who, number: string): Promise<Named[]> {
  const own = ({ seller_id, buyer_id }: Paired) =>
    eq(who.company_type === "buyer" ? buyer_id : seller_id, who.company_id);
  const found = {
    card: await db
      .select({ key: card.key })
      .from(card)
      .where(and(own(card), eq(card.id, number))),
    order: await db
      .select({ key: orders.key })
      .from(orders)
      .where(and(own(orders), eq(orders.order_id, number))),
    delivery: await db
      .select({ key: delivery.key })
      .from(delivery)
      .where(and(own(delivery), eq(delivery.number, number))),
    invoice: await db
      .select({ key: invoice.key })
      .from(invoice)
      .where(and(own(invoice), eq(invoice.number, number))),
    product: await db
      .select({ key: product.product_id })
      .from(product)
      .where(and(own(product), eq(product.code, number))),
  };
  return Object.entries(found)
    .filter(([, rows]) => rows.length > 0)
    .map(([subject, rows]) => ({ subject: subject as Subject, keys: rows.map(({ key }) => key) }));
}
