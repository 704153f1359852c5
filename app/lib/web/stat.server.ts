import { periodAsked, statList } from "~/lib/bi/stat.list";
import { stat } from "~/lib/bi/stat.schema";
import { boardChoices } from "~/lib/task/board.filter.schema";
import { today } from "~/lib/time/date";
import { parseDateInput } from "~/lib/time/dateinput";
import { appliedOf, refusedOf } from "./list.server";
import { type Args, enter } from "./visit.server";

const named = (of: { id: string; name: string }[]) => of.map(({ id, name }) => ({ value: id, label: name }));
const NOTHING = { axis: "process", axes: ["process"], unit: "piece", units: [], rows: [] } as const;
const NONE = { group_id: [], product_id: [], partner_id: [], worker_id: [], other: [] };

/** The figures asked for by the address, and the list that is made of them. */
export async function loadStat(args: Args) {
  const { api, who } = await enter(args);
  const any = statList({ ...NOTHING, axes: [...NOTHING.axes], units: [], rows: [] }, NONE, {});
  const { from, to, ...read } = appliedOf(any, args.request);
  const day = today();
  const typed = (text?: string) => (text ? (parseDateInput(text, day) ?? undefined) : undefined);
  const asked = { ...read, ...periodAsked({ from: typed(from), to: typed(to) }, day) } as Record<
    string,
    string
  >;
  const [data, { partners, collaborators, workers }] = await Promise.all([
    api.get(stat, "/bi/stat", asked),
    api.get(boardChoices, "/board/choices"),
  ]);
  const rowsOf = (axis: string) =>
    data.axis === axis ? data.rows.map(({ id, label }) => ({ value: id, label })) : [];
  const choices = {
    group_id: data.processes.map(({ group_id, label }) => ({ value: String(group_id), label })),
    product_id: rowsOf("product"),
    partner_id: named(collaborators),
    worker_id: named(workers),
    other: named(partners),
  };
  return { who, asked, data, choices, refused: refusedOf(any, args.request) };
}
