import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { places } from "~/lib/tables/user.table.server";
import { digest } from "./context.server";
import type { Store } from "./store.server";

// Asked for too, so that a name nobody has costs the same time.
const NOBODY = "00000000-0000-0000-0000-000000000000";
const MAX_NETWORKS = 5;
const FRESH = "90 days";

export const UserContextData = z
  .object({ IpAddress: z.string().min(1).max(64) })
  .partial()
  .nullish();
export type Origin = z.output<typeof UserContextData>;

export const networkKey = (network: string) => digest(`place:${network}`);

export async function knownNetwork(
  db: Store,
  sub: string | undefined,
  origin: Origin,
): Promise<string | undefined> {
  if (!origin?.IpAddress) return undefined;
  const network = networkKey(origin.IpAddress);
  const fresh = sql`${places.last_at} > now() - interval '${sql.raw(FRESH)}'`;
  const [row] = await db
    .select({ network: places.network })
    .from(places)
    .where(and(eq(places.sub, sub ?? NOBODY), eq(places.network, network), fresh));
  return row && `${sub}@${network}`;
}

export async function rememberNetwork(db: Store, sub: string, origin: Origin): Promise<void> {
  if (!origin?.IpAddress) return;
  const written = await db.execute(sql`
    insert into pool.places as p (sub, network, last_at) values (${sub}, ${networkKey(origin.IpAddress)}, now())
    on conflict (sub, network) do update set last_at = now() where p.last_at < now() - interval '1 day'`);
  if (written.rowCount === 0) return;
  await db.execute(sql`delete from pool.places where sub = ${sub} and network not in
    (select network from pool.places where sub = ${sub} order by last_at desc, network limit ${MAX_NETWORKS})`);
}
