import { and, eq, type SQL, sql } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { prepared } from "~/lib/db/prepared.server";
import { factory_process } from "~/lib/tables/factory.table.server";
import { ROLE_LABEL, type Role } from "~/lib/vocabulary/card.schema";
import type { ProcessKey } from "./board.count.server";
import type { Order } from "./board.cursor.server";
import { type Lane, lanesOf } from "./board.lane.server";
import type { Board, BoardColumn } from "./board.schema";
import type { View } from "./board.where.server";

export type Head = Pick<BoardColumn, "id" | "label" | "role" | "colour"> & {
  places: ProcessKey[];
  lanes: Lane[];
  order: Order;
};

type Process = typeof factory_process.$inferSelect;
/** To the buyer 新規依頼 is what nobody has answered yet. */
const ROLE_FOR_BUYER = { ...ROLE_LABEL, inbox: "回答待ち" };
const processesOf = (whose: SQL) =>
  prepared((db) =>
    db
      .select()
      .from(factory_process)
      .where(and(whose, eq(factory_process.is_active, true)))
      .orderBy(factory_process.sort, factory_process.group_id)
      .prepare("steps"),
  );
// One company by itself: for a list, however short, the database plans anew each time, ten times the
// reading.
const ownProcesses = processesOf(eq(factory_process.company_id, sql.placeholder("company_id")));
const partnersProcesses = processesOf(
  sql`${factory_process.company_id} = any(${sql.placeholder("sellers")}::text[])`,
);

/** Needs no view, so it is read while the view is. */
type SellerProcesses = Promise<[Process[], Lane[]]>;
export const sellerProcessesOf = async (db: Tx, who: Who): SellerProcesses =>
  who.company_type === "buyer" ? [[], []] : Promise.all([ownProcesses(db).execute(who), lanesOf(db, who)]);
export async function headsOf(
  db: Tx,
  view: View,
  seller_id: string | undefined,
  entered: string[],
  own: SellerProcesses,
): Promise<{ heads: Head[]; processes: Process[] }> {
  if (view.side === "buyer" && seller_id && !view.partners.some((partner) => partner.id === seller_id))
    throw notFound("依頼先");
  const sellers = seller_id ? [seller_id] : view.partners.map((partner) => partner.id);
  const [processes, lanes] =
    view.side === "seller" ? await own : [await partnersProcesses(db).execute({ sellers }), []];
  const place = (one: Process) => ({ seller_id: one.company_id, group_id: one.group_id });
  if (view.side === "buyer" && !seller_id) {
    const roles = (Object.keys(ROLE_FOR_BUYER) as Role[]).map((role) => ({
      id: role,
      label: ROLE_FOR_BUYER[role],
      role,
      colour: null,
      places: processes.filter((one) => one.role === role).map(place),
      lanes: [],
      order: entered.includes(role) ? ("entered" as const) : ("due" as const),
    }));
    return { heads: roles.filter((head) => head.places.length > 0), processes };
  }
  const seen = processes.filter((one) => view.side === "buyer" || !one.is_hidden);
  // In what order the factory runs its jobs is not shown to the buyer.
  const order = (one: Process): Order =>
    view.side === "seller" && one.is_sequenced
      ? "manual"
      : entered.includes(String(one.group_id))
        ? "entered"
        : "due";
  return {
    heads: seen.map((one) => ({
      id: String(one.group_id),
      label: one.label,
      role: one.role,
      colour: one.colour,
      order: order(one),
      places: [place(one)],
      lanes: lanes.filter((lane) => lane.group_id === one.group_id),
    })),
    processes,
  };
}

export const destinationsOf = (view: View, processes: Process[]): Board["processes"] =>
  view.side === "seller" ? processes.map(({ group_id, label, role }) => ({ group_id, label, role })) : [];
/** The buyer is not told how long each process takes. */
export const stepsOf = (view: View, processes: Process[]): Process[] =>
  view.side === "seller" ? processes : [];
