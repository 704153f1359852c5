import { asc } from "drizzle-orm";
import type { Self } from "~/lib/api/self.schema";
import type { Who } from "~/lib/api/who";
import { findSelf } from "~/lib/auth/self.server";
import { type Database, type Tx, tenant } from "~/lib/db/connection.server";
import { destination, product } from "~/lib/tables/factory.table.server";
import { worker } from "~/lib/tables/worker.table.server";

export type Act = { at: string; username: string; run(tx: Tx, who: Who): Promise<unknown>; origin?: string };

export type Company = {
  people: Map<string, Self>;
  products: Map<string, number>;
  destinations: Map<string, number[]>;
  workers: Map<string, number[]>;
};

export async function gather(db: Database, usernames: string[]): Promise<Company> {
  const company: Company = {
    people: new Map(),
    products: new Map(),
    destinations: new Map(),
    workers: new Map(),
  };
  for (const username of new Set(usernames)) {
    const company_id = username.slice(username.indexOf("@") + 1).replace(".example", "");
    await tenant(
      db,
      { company_id, username },
      async (tx) => {
        const plain = { companyType: null, isInternal: false, internalWrite: false };
        const self = await findSelf(tx, { username, email: username, factoryId: company_id, ...plain });
        if (!self) throw new Error(`nobody is called ${username}`);
        company.people.set(username, self);
        for (const { code, product_id } of await tx.select().from(product))
          company.products.set(code, product_id);
        company.workers.set(
          company_id,
          (await tx.select().from(worker).orderBy(asc(worker.sort))).map((row) => row.worker_id),
        );
        const places = await tx.select().from(destination).orderBy(asc(destination.destination_id));
        company.destinations.set(
          company_id,
          places.filter((place) => place.factory_id === company_id).map((place) => place.destination_id),
        );
      },
      "read",
    );
  }
  return company;
}

export async function perform(db: Database, { people }: Company, acts: Act[]): Promise<void> {
  const sorted = [...acts].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const companyId = (act: Act) => people.get(act.username)!.company_id!;
  for (let from = 0; from < sorted.length; ) {
    const first = sorted[from]!;
    const company_id = companyId(first);
    let to = from + 1;
    while (to < sorted.length && companyId(sorted[to]!) === company_id) to += 1;
    await tenant(db, { company_id, username: first.username }, async (tx) => {
      for (const { at, username, origin, run } of sorted.slice(from, to)) {
        await run(tx, { ...people.get(username)!, company_id, origin: origin ?? "PC", now: at });
      }
    });
    from = to;
  }
}
