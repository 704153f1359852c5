import { and, eq, inArray, sql } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import {
  allValid,
  asPartial,
  type Checked,
  type CheckedRow,
  intake,
  type PartialRow,
} from "~/lib/import/import.intake.server";
import { collaboratorsOf } from "~/lib/partner/collaborator.server";
import { processesOf } from "~/lib/shop/process.server";
import { card } from "~/lib/tables/card.table.server";
import { product } from "~/lib/tables/factory.table.server";
import { byName, shortName, unnamed } from "~/lib/text/company.name";
import { searchKey } from "~/lib/text/fold";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { type CardLine, cardImport } from "./card.import";
import type { CardNew } from "./card.new.schema";
import { compose, knowFor, newCards } from "./card.new.server";

type Found = { given: CardNew; name: string } | { errors: Record<string, string[]> };

/** Of a row with wrong cells, only what the good ones name. */
async function find(db: Tx, who: Who, rows: PartialRow<CardLine>[]): Promise<Found[]> {
  const buyers = byName(await collaboratorsOf(db, who, "buyer"));
  const processes = await processesOf(db, who.company_id);
  const codes = [...new Set(rows.flatMap(({ value }) => value.product_code ?? []))];
  const products = new Map(
    (codes.length === 0
      ? []
      : await db
          .select({
            product_id: product.product_id,
            code: product.code,
            buyer_id: product.buyer_id,
            is_active: product.is_active,
          })
          .from(product)
          .where(and(eq(product.seller_id, who.company_id), inArray(product.code, codes)))
    ).map((row) => [row.code, row]),
  );
  return rows.map((half): Found => {
    const { buyer = "", product_code, process: factoryProcess, name, ...rest } = half.value;
    const errors: Record<string, string[]> = {};
    const company = buyers.get(searchKey(buyer)) ?? buyers.get(searchKey(shortName(buyer.normalize("NFKC"))));
    if (!company && allValid(half, "buyer")) errors.buyer = [unnamed(company)];
    const of = product_code ? products.get(product_code) : undefined;
    if (product_code && !of?.is_active)
      errors.product_code = ["商品マスタにありません。商品番号を確かめてください"];
    else if (of && company && of.buyer_id !== company.id)
      errors.product_code = [`${company.name}の商品ではありません`];
    if (!product_code && !name && allValid(half, "product_code", "name"))
      errors.name = ["商品番号か品名を入力してください"];
    const key = factoryProcess && searchKey(factoryProcess);
    const start = key
      ? processes.find((one) => one.role !== "inbox" && searchKey(one.label) === key)
      : undefined;
    if (key && !start)
      errors.process = [
        `工程にありません。${processes
          .filter((one) => one.role !== "inbox")
          .map((one) => one.label)
          .join("・")} のどれかにしてください`,
      ];
    if (Object.keys(errors).length > 0 || half.wrong.size > 0) return { errors };
    const truth = (value: string | undefined) => (value === undefined ? undefined : value === "true");
    const order_unit = rest.order_unit ?? (of ? undefined : "piece");
    return {
      name: company!.name,
      given: {
        ...rest,
        name,
        buyer_id: company!.id,
        product_id: of?.product_id,
        group_id: start?.group_id,
        order_unit,
        unit: rest.unit ?? (of ? undefined : order_unit),
        is_urgent: truth(rest.is_urgent) ?? false,
        is_billing_target: truth(rest.is_billing_target),
      } as CardNew,
    };
  });
}

/** Somebody may have typed the order already, or the file came twice. */
async function alike(db: Tx, who: Who, all: CardNew[]): Promise<Map<string, string>> {
  const numbers = [...new Set(all.flatMap((one) => one.order_id ?? []))];
  if (numbers.length === 0) return new Map();
  const rows = await db
    .select({
      id: card.id,
      buyer_id: card.buyer_id,
      order_id: card.order_id,
      name: card.name,
      num_items: card.num_items,
    })
    .from(card)
    .where(
      and(
        eq(card.seller_id, who.company_id),
        inArray(card.order_id, numbers),
        sql`${card.cancelled_time} is null`,
      ),
    );
  return new Map(rows.map(({ id, ...row }) => [JSON.stringify(Object.values(row)), id]));
}

async function check(db: Tx, who: Who, rows: CheckedRow<CardLine>[]): Promise<Checked[]> {
  const found = await find(db, who, rows.map(asPartial));
  const given = found.flatMap((one) => ("given" in one ? one.given : []));
  const known = await knowFor(db, who, given);
  const known_before = await alike(db, who, given);
  return found.map((one, index): Checked => {
    if ("errors" in one) return one;
    try {
      const { values } = compose(who, known, one.given, null);
      const twin = known_before.get(
        JSON.stringify([values.buyer_id, values.order_id, values.name, values.num_items]),
      );
      const shown = {
        buyer: one.name,
        name: values.name,
        order_unit: UNIT_LABEL[values.order_unit],
        unit: UNIT_LABEL[values.unit],
        process: values.status,
        unit_price: seesAmounts(who) ? (values.unit_price ?? "") : "",
        is_billing_target: values.is_billing_target ? "対象" : "対象外",
      };
      return {
        state: "new",
        value: one.given,
        shown,
        note: twin && `同じ注文番号・品名・数量のカード ${twin} があります`,
      };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { errors: fieldsOf(error, rows[index]!.value) };
    }
  });
}

function fieldsOf({ errors = {}, detail }: Refusal, row: CardLine): Record<string, string[]> {
  const names: Record<string, string> = {
    product_id: "product_code",
    group_id: "process",
    buyer_id: "buyer",
    unit: row.unit ? "unit" : "order_unit",
  };
  const named = Object.entries(errors).map(([field, sentences]) => [names[field] ?? field, sentences]);
  return named.length > 0 ? Object.fromEntries(named) : { "": [detail] };
}

export const cardIntake = intake<typeof cardImport.row, CardNew>({
  of: cardImport,
  refuse: (who) => (who.company_type === "seller" ? null : "この操作をする権限がありません。"),
  check: (db, who, rows) => check(db, who, rows),
  look: async (db, who, rows) =>
    (await find(db, who, rows)).map((one) => ("errors" in one ? one.errors : {})),
  reserve: async (db, who, num) => {
    const { rows } = await db.execute<{ last: string }>(
      sql`select next_numbers(${who.company_id}, 'card', ${num}) as last`,
    );
    return Number(rows[0]!.last) - num + 1;
  },
  save: async (db, who, rows, reserved) =>
    void (await newCards(
      db,
      who,
      rows.map((row) => row.value),
      reserved,
    )),
});
