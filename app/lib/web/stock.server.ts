import type { Option } from "~/lib/list/option";
import { STOCK_KIND_LABEL } from "~/lib/vocabulary/stock";
import { type Args, enter, type Visitor } from "./visit.server";

/** What changes a stock is the factory's: a buyer reads. */
export async function enterStock(args: Args): Promise<Visitor> {
  const visitor = await enter(args);
  if (visitor.who.company_type === "buyer") throw new Response(null, { status: 403 });
  return visitor;
}

/** The two stocks by the ids that stand in the address of their page (product §3). */
export const stockKinds = ({ context: { app } }: Args): Option[] => [
  { value: app.config.stock_id, label: STOCK_KIND_LABEL.product },
  { value: app.config.parts_id, label: STOCK_KIND_LABEL.part },
];
