import { cardDetail } from "~/lib/task/card.page.schema";
import { today } from "~/lib/time/date";
import { askedBack } from "./return-to";
import { type Args, enter } from "./visit.server";

/** Another company's card is 404; who stands on the other `side` of it gets 403. */
export async function enterCard(args: Args, side?: "seller" | "buyer") {
  const { api, who } = await enter(args);
  const detail = await api.get(cardDetail, `/cards/${args.params.key}`);
  const { card } = detail;
  if (side && card[`${side}_id`] !== who.company_id) throw new Response(null, { status: 403 });
  const asked = askedBack(args.request);
  const page = {
    card,
    today: today(),
    back: asked ?? `/task/${card.key}`,
    returning: asked ? `?${new URLSearchParams({ return: asked })}` : "",
  };
  const { processes } = detail;
  const steps = processes
    .filter((one) => one.role !== "inbox")
    .map(({ group_id, label }) => ({ value: String(group_id), label }));
  return { api, who, detail, processes, steps, page, ...page };
}
