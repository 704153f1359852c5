import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Tabs } from "~/components/list/Tabs";
import { CertificateLinks } from "~/components/paper/CertificateLinks";
import { cardCost } from "~/lib/bi/cost.schema";
import { cardMeasurements } from "~/lib/measurement/measurement.schema";
import { comparedCard } from "~/lib/order/previous.schema";
import { cardShortages, cardStock } from "~/lib/stock/allocation.schema";
import { logOf } from "~/lib/task/activity.log";
import { cardWork } from "~/lib/task/work.page.schema";
import { workStatusOf } from "~/lib/task/work.status";
import { known } from "~/lib/task/worker.pick";
import { NON_KANBAN_GROUP } from "~/lib/vocabulary/card.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { enterCard } from "~/lib/web/card.server";
import { certifiedCards } from "~/lib/web/certificate.server";
import { titledOf } from "~/lib/web/title";
import { lastWorkers } from "~/lib/web/worker.server";
import { Cost } from "./Cost";
import { latestDrawing } from "./Drawing";
import { Files, loadFiles } from "./Files";
import { Head } from "./Head";
import { Latest, Log } from "./Log";
import { Overview } from "./Overview";
import { loadParts, Parts } from "./Parts";
import { Shortages } from "./Shortages";
import { StockHint } from "./StockHint";
import { chatHref, tabHref, tabOf, tabsOf } from "./tabs";
import { Work } from "./Work";
export const meta = titledOf<{ detail: { card: { id: string; name: string } } }>(
  "カード",
  ({ detail: { card } }) => `${card.id} ${card.name}`,
);

export async function loader(args: LoaderFunctionArgs) {
  const { api, who, detail, card, today } = await enterCard(args);
  const seller = card.seller_id === who.company_id;
  const tab = tabOf(args.request, seller);
  const onWork = seller && tab === "work";
  const work = seller ? await api.get(cardWork, `/cards/${card.key}/work`) : null;
  const query = new URL(args.request.url).searchParams;
  return json({
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
  });
}

export default function CardPage() {
  const {
    detail,
    seller,
    tab,
    amounts,
    shortages,
    certified,
    admin,
    today,
    work,
    records,
    held,
    stocked,
    last,
    files,
    drawing,
    compared,
    cost,
    parts,
    log,
    chat,
  } = useLoaderData<typeof loader>();
  const { card, processes } = detail;
  const tabs = <Tabs label="カード" tabs={tabsOf(card.key, seller, chat)} current={tabHref(card.key, tab)} />;
  const role = processes.find((one) => one.group_id === card.group_id)?.role;
  const situation = work && workStatusOf(card, role, work.state);
  return (
    <div className="grid max-w-[1080px] gap-4">
      <Head card={card} today={today} situation={situation} glance={tab === ""} />
      {tab === "" ? null : tabs}
      {held && tab === "" ? (
        <StockHint
          card_key={card.key}
          isAsked={card.answer === "waiting" || card.answer === "proposed"}
          isOff={card.group_id === NON_KANBAN_GROUP}
          held={held}
        />
      ) : null}
      {shortages ? <Shortages items={shortages.items} over={shortages.over} stocked={stocked} /> : null}
      <CertificateLinks cards={certified} />
      {tab === "" ? (
        <Overview
          drawing={drawing}
          compared={compared}
          detail={detail}
          work={work}
          situation={situation}
          last={last}
          amounts={amounts}
          today={today}
        >
          {tabs}
          {log ? <Latest card={card} entries={log.entries} work={work} /> : null}
        </Overview>
      ) : null}
      {tab === "work" && work ? <Work detail={detail} work={work} records={records} admin={admin} /> : null}
      {cost ? <Cost cost={cost} /> : null}
      {files ? <Files detail={detail} seller={seller} found={files} /> : null}
      {parts ? <Parts detail={detail} seller={seller} found={parts} /> : null}
      {log && tab === "log" ? <Log card={card} {...log} work={work} held={held} /> : null}
    </div>
  );
}
