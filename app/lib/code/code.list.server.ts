import { and, asc, eq, inArray, like, lt, ne, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { unpaged } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { type Card, card } from "~/lib/tables/card.table.server";
import { factory, factory_process, product } from "~/lib/tables/factory.table.server";
import { scan_code } from "~/lib/tables/scan.table.server";
import { worker } from "~/lib/tables/worker.table.server";
import { shortName } from "~/lib/text/company.name";
import { searchKey } from "~/lib/text/fold";
import { formatDate, today } from "~/lib/time/date";
import { NON_KANBAN_GROUP, ROLE_LABEL, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { CodeKind } from "~/lib/vocabulary/scan";
import { ACT_LABEL, OPERATIONS } from "~/lib/vocabulary/scan";
import type { CodeRow, codeFilter } from "./code.schema";
import { isCode, secretOf } from "./code.server";
import { signToken } from "./token.server";

type Filter = z.output<typeof codeFilter>;
const NEWEST = "-created_time";
type Thing = Pick<CodeRow, "key" | "name" | "note" | "role" | "is_active"> & { number?: string };

async function withCodes(db: Tx, who: Who, kind: CodeKind, things: Thing[]): Promise<CodeRow[]> {
  if (things.length === 0) return [];
  const secret = await secretOf(db, who);
  const codes = await db
    .select()
    .from(scan_code)
    .where(
      isCode(
        who,
        kind,
        things.map((one) => one.key),
      ),
    );
  const day = today(new Date(who.now));
  return things.map((thing) => {
    const code = codes.find((one) => one.key === thing.key);
    const generation = code?.generation ?? 1;
    return {
      ...thing,
      number: thing.number ?? null,
      kind,
      generation,
      token: signToken(secret, who.company_id, kind, thing.key, generation),
      last_read_time: code?.last_read_time ?? null,
      reads_today: code?.read_date === day ? code.num_reads : 0,
    };
  });
}

async function fewThings(db: Tx, who: Who, kind: CodeKind): Promise<Thing[]> {
  if (kind === "operation")
    return OPERATIONS.map(({ key, act, note }) => ({
      key,
      name: ACT_LABEL[act],
      note,
      role: null,
      is_active: true,
    }));
  if (kind === "worker") {
    const rows = await db
      .select()
      .from(worker)
      .where(eq(worker.company_id, who.company_id))
      .orderBy(asc(worker.sort), asc(worker.worker_id));
    return rows.map((row) => ({
      key: row.worker_id,
      name: row.name,
      note: [row.kana, row.group_name].filter(Boolean).join("・"),
      role: null,
      is_active: row.is_active,
    }));
  }
  const rows = await db
    .select()
    .from(factory_process)
    .where(and(eq(factory_process.company_id, who.company_id), ne(factory_process.role, "inbox")))
    .orderBy(asc(factory_process.sort), asc(factory_process.group_id));
  return rows.map((row) => ({
    key: row.group_id,
    name: row.label,
    role: row.role,
    is_active: row.is_active,
    note:
      row.standard_days === null
        ? ROLE_LABEL[row.role]
        : `${ROLE_LABEL[row.role]}・標準${row.standard_days}日`,
  }));
}

const holding = (q: string | undefined) => q && `%${searchKey(q).replace(/[\\%_]/g, "\\$&")}%`;

// Named in full: in a select of one table drizzle writes its columns bare.
const isStocked = sql`exists (select from stock s where s.product_id = product.product_id and s.is_managed)`;
const drawingText = ({ drawing_no }: { drawing_no: string | null }) => drawing_no && `図番 ${drawing_no}`;

async function productCodes(db: Tx, who: Who, { q, keys, size, group_id: _, kind, ...cursor }: Filter) {
  const text = holding(q);
  const here = and(
    eq(product.seller_id, who.company_id),
    eq(product.is_active, true),
    kind === "stock" ? isStocked : undefined,
    text ? like(product.search_key, text) : undefined,
    keys ? inArray(product.product_id, keys) : undefined,
  );
  const read = (where: SQL | undefined, order: SQL, limit: number) =>
    db
      .select({ product, buyer: factory.name })
      .from(product)
      .innerJoin(factory, eq(factory.id, product.buyer_id))
      .where(and(here, where))
      .orderBy(order)
      .limit(limit);
  const orders: Orders<{ product: typeof product.$inferSelect }> = {
    key: product.product_id,
    keyOf: (row) => row.product.product_id,
    by: {
      created_time: { by: product.created_time, kind: "instant", of: (row) => row.product.created_time },
    },
  };
  const page = await keysetPage(read, orders, { ...cursor, sort: NEWEST }, keys ? keys.length : size);
  const things = page.items.map(
    ({ product: row, buyer }): Thing => ({
      key: row.product_id,
      number: row.code,
      name: row.name,
      role: null,
      is_active: true,
      note: [shortName(buyer), kind === "stock" ? row.shelf && `置場 ${row.shelf}` : drawingText(row)]
        .filter(Boolean)
        .join("・"),
    }),
  );
  return {
    ...page,
    items: await withCodes(db, who, kind, things),
    ...(await countRows(db, db.select({ key: product.product_id }).from(product).where(here))),
  };
}

export async function codesOf(db: Tx, who: Who, filter: Filter) {
  const { kind, q, group_id, keys, size, ...cursor } = filter;
  if (kind === "product" || kind === "stock") return productCodes(db, who, filter);
  if (kind !== "card") {
    const found = (await fewThings(db, who, kind)).filter(
      (one) =>
        (!keys || keys.includes(one.key)) &&
        (!group_id || kind !== "process" || one.key === group_id) &&
        (!q || searchKey(`${one.name} ${one.note}`).includes(searchKey(q))),
    );
    return unpaged(await withCodes(db, who, kind, found));
  }
  const text = holding(q);
  const here = and(
    eq(card.seller_id, who.company_id),
    lt(card.group_id, NON_KANBAN_GROUP),
    text ? like(card.search_key, text) : undefined,
    group_id ? eq(card.group_id, group_id) : undefined,
    keys ? inArray(card.key, keys) : undefined,
  );
  const read = (where: SQL | undefined, order: SQL, limit: number) =>
    db
      .select({ card, buyer: factory.name })
      .from(card)
      .innerJoin(factory, eq(factory.id, card.buyer_id))
      .where(and(here, where))
      .orderBy(order)
      .limit(limit);
  const orders: Orders<{ card: Card }> = {
    key: card.key,
    keyOf: (row) => row.card.key,
    by: { created_time: { by: card.created_time, kind: "instant", of: (row) => row.card.created_time } },
  };
  const page = await keysetPage(read, orders, { ...cursor, sort: NEWEST }, keys ? keys.length : size);
  const things = page.items.map(
    ({ card: row, buyer }): Thing => ({
      key: row.key,
      number: row.id,
      name: row.name,
      role: null,
      is_active: true,
      note: [
        shortName(buyer),
        `${formatNumber(row.num_items)}${UNIT_LABEL[row.order_unit]}`,
        row.delivery_date && `納期 ${formatDate(row.delivery_date)}`,
      ]
        .filter(Boolean)
        .join("・"),
    }),
  );
  return {
    ...page,
    items: await withCodes(db, who, kind, things),
    ...(await countRows(db, db.select({ key: card.key }).from(card).where(here))),
  };
}
