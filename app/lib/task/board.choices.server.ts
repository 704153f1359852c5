import { and, asc, eq, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { prepared } from "~/lib/db/prepared.server";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { worker } from "~/lib/tables/worker.table.server";
import type { BoardChoices } from "./board.filter.schema";

export type Partner = { id: string; name: string };

const partnersStatement = (own: AnyPgColumn, other: AnyPgColumn) =>
  prepared((db) =>
    db
      .select({ id: factory.id, name: factory.name })
      .from(collaboration)
      .innerJoin(factory, eq(factory.id, other))
      .where(eq(own, sql.placeholder("company_id")))
      .orderBy(factory.is_stock, factory.name)
      .prepare("partners"),
  );
const [sellers, buyers] = [
  partnersStatement(collaboration.buyer_id, collaboration.seller_id),
  partnersStatement(collaboration.seller_id, collaboration.buyer_id),
];

export const partnersOf = (db: Tx, company_id: string, side: "seller" | "buyer"): Promise<Partner[]> =>
  (side === "buyer" ? sellers : buyers)(db).execute({ company_id });

const workers = prepared((db) =>
  db
    .select({ id: sql<string>`${worker.worker_id}::text`, name: worker.name })
    .from(worker)
    .where(and(eq(worker.company_id, sql.placeholder("company_id")), eq(worker.is_active, true)))
    .orderBy(asc(worker.sort), asc(worker.worker_id))
    .prepare("workers"),
);

export async function choicesOf(db: Tx, who: Who, known?: Partner[]): Promise<BoardChoices> {
  if (who.company_type === "buyer")
    return {
      partners: known ?? (await partnersOf(db, who.company_id, "buyer")),
      collaborators: [],
      workers: [],
    };
  const [partners, collaborators, people] = await Promise.all([
    known ?? partnersOf(db, who.company_id, "seller"),
    partnersOf(db, who.company_id, "buyer"),
    workers(db).execute(who),
  ]);
  return { partners, collaborators, workers: people };
}

/** By its id, the company's own among them. */
export const companyNames = (who: Who, partners: Partner[]) =>
  new Map([
    ...partners.map(({ id, name }): [string, string] => [id, name]),
    [who.company_id, who.company_name],
  ]);
