import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Tabs } from "~/components/list/Tabs";
import { CertificateLinks } from "~/components/paper/CertificateLinks";
import { workStatusOf } from "~/lib/task/work.status";
import { NON_KANBAN_GROUP } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { titledOf } from "~/lib/web/title";
import { Cost } from "./Cost";
import { cardData } from "./data";
import { Files } from "./Files";
import { Head } from "./Head";
import { Latest, Log } from "./Log";
import { Overview } from "./Overview";
import { Parts } from "./Parts";
import { Shortages } from "./Shortages";
import { StockHint } from "./StockHint";
import { tabHref, tabsOf } from "./tabs";
import { Work } from "./Work";

export const meta = titledOf<{ detail: { card: { id: string; name: string } } }>(
  "カード",
  ({ detail: { card } }) => `${card.id} ${card.name}`,
);

export async function loader(args: LoaderFunctionArgs) {
  return json(await cardData(args, await enterCard(args)));
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
    <div className="grid min-w-0 grid-cols-1 gap-4">
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
          tabs={tabs}
        >
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
