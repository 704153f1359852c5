import type { LoaderFunctionArgs } from "@remix-run/node";
import { cardCost } from "~/lib/bi/cost.schema";
import { cardMeasurements } from "~/lib/measurement/measurement.schema";
import { comparedCard } from "~/lib/order/previous.schema";
import { cardShortages, cardStock } from "~/lib/stock/allocation.schema";
import { logOf } from "~/lib/task/activity.log";
import { cardWork } from "~/lib/task/work.page.schema";
import { known } from "~/lib/task/worker.pick";
import { seesAmounts } from "~/lib/vocabulary/permission";
import type { enterCard } from "~/lib/web/card.server";
import { certifiedCards } from "~/lib/web/certificate.server";
import { lastWorkers } from "~/lib/web/worker.server";
import { latestDrawing } from "./Drawing";
import { loadFiles } from "./Files";
import { loadParts } from "./Parts";
import { chatHref, tabOf } from "./tabs";

/** Of the tab that is asked for, and no more. */
export async function cardData(
  args: LoaderFunctionArgs,
  { api, who, detail, card, today }: Awaited<ReturnType<typeof enterCard>>,
) {
  const seller = card.seller_id === who.company_id;
  const tab = tabOf(args.request, seller);
  const onWork = seller && tab === "work";
  const work = seller ? await api.get(cardWork, `/cards/${card.key}/work`) : null;
  const query = new URL(args.request.url).searchParams;
  return {
    detail,
    seller,
    tab,
    today,
    work,
    records: onWork ? (await api.get(cardMeasurements, `/cards/${card.key}/measurements`)).items : [],
    held:
      seller && (tab === "" || tab === "log") && card.product_id !== null
        ? await api.get(cardStock, `/cards/${card.key}/stock`)
        : null,
    cost: onWork && seesAmounts(who) ? await api.get(cardCost, `/cards/${card.key}/cost`) : null,
    amounts: seesAmounts(who),
    stocked: who.permissions.includes("inventory"),
    shortages:
      seller && tab === "" && card.product_id !== null
        ? await api.get(cardShortages, `/cards/${card.key}/shortages`)
        : null,
    certified: seller || tab !== "" ? [] : await certifiedCards(api, { lines: [{ card_key: card.key }] }),
    admin: who.is_admin,
    last: work
      ? known(work.workers, await lastWorkers(args)).map(({ worker_id, name }) => ({ worker_id, name }))
      : [],
    files: tab === "files" ? await loadFiles(api, detail, seller) : null,
    drawing: tab === "" ? await latestDrawing(api, card.key) : null,
    compared:
      tab === "" && card.order_key !== null
        ? (await api.get(comparedCard, `/cards/${card.key}/previous`)).line
        : null,
    parts: tab === "parts" ? await loadParts(api, detail, seller) : null,
    chat: chatHref(detail.card, [args.context.app.config.stock_id, args.context.app.config.parts_id]),
    log: tab === "log" || tab === "" ? logOf(detail.log, query.get("kind")) : null,
  };
}
