import { pool } from "~/lib/accounting/delivery.schema";
import type { Option } from "~/lib/list/option";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { orderedRange } from "~/lib/time/range";
import type { Api } from "~/lib/web/api.server";

export const queryOf = (request: Request): Record<string, string> =>
  Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value.trim() !== ""));

/** Whom a 納品書 without cards may be for. */
export async function findPartners(api: Api): Promise<Option[]> {
  const { items } = await api.get(collaborators, "/factories/collaborators", { side: "buyer" });
  return items.filter(({ is_stock }) => !is_stock).map(({ id, name }) => ({ value: id, label: name }));
}

/** Who alone has something to deliver is not asked for. */
export async function findPool(api: Api, filter: Record<string, string>) {
  const first = await api.get(pool, "/deliveries/pool", orderedRange(filter));
  const alone = first.buyers.length === 1 && !filter.buyer_id ? first.buyers[0]!.buyer_id : undefined;
  const found = alone
    ? await api.get(pool, "/deliveries/pool", { ...orderedRange(filter), buyer_id: alone })
    : first;
  return { found, buyer_id: alone ?? filter.buyer_id ?? "" };
}
