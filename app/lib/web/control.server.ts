import { control, controlQuery } from "~/lib/bi/control.schema";
import { quality } from "~/lib/bi/quality.schema";
import { isDate } from "~/lib/time/date";
import { type Args, enter } from "./visit.server";

/** The limits of what the address names, and what would be frozen of those days. */
export async function loadControl(args: Args) {
  const { api, who } = await enter(args);
  const asked = Object.fromEntries(new URL(args.request.url).searchParams);
  const strand = controlQuery.safeParse(asked);
  if (who.company_type !== "seller" || !strand.success) throw new Response(null, { status: 404 });
  const named = Object.fromEntries(Object.entries(strand.data).map(([name, one]) => [name, String(one)]));
  const day = (text?: string) => (text && isDate(text) ? text : undefined);
  const [from, to] = [day(asked.from), day(asked.to)];
  const days = from && to ? { period: "custom", from, to } : {};
  const [state, data] = await Promise.all([
    api.get(control, "/bi/quality/limits", named),
    api.get(quality, "/bi/quality/figures", { ...named, ...days }),
  ]);
  if (data.strands.length === 0 && state.changes.length === 0) throw new Response(null, { status: 404 });
  return {
    state,
    strand: strand.data,
    scope: data.strands[0] ?? null,
    single: data.single,
    period: data.period,
  };
}
