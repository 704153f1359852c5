import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Facts } from "~/components/list/Facts";
import { Progress } from "~/components/list/Progress";
import { Tabs } from "~/components/list/Tabs";
import { cannotAgree } from "~/lib/task/card";
import { cardDetail } from "~/lib/task/card.page.schema";
import { UNIT_LABEL } from "~/lib/task/card.schema";
import { today } from "~/lib/time/date";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { BuyerActions, SellerActions } from "./Actions";
import { factsOf } from "./facts";
import { Files, loadFiles } from "./Files";
import { Head } from "./Head";
import { Log } from "./Log";
import { loadParts, Parts } from "./Parts";
import { tabHref, tabOf, TABS, type Tab } from "./tabs";

export const meta = titled("カード");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const detail = await api.get(cardDetail, `/cards/${args.params.key}`);
  const seller = detail.card.seller_id === who.company_id;
  const tab = tabOf(args.request, seller);
  return json({
    detail, seller, tab, amounts: who.permissions.includes("accounting"), today: today(),
    files: tab === "files" ? await loadFiles(api, detail, seller) : null, parts: tab === "parts" ? await loadParts(api, detail, seller) : null,
  });
}

const ACTIONS = "grid gap-2 max-desk:sticky max-desk:bottom-14 max-desk:z-10 max-desk:-mx-4 max-desk:grid-cols-2 max-desk:border-t "
  + "max-desk:border-line max-desk:bg-ground max-desk:p-3";

export default function CardPage() {
  const { detail, seller, tab, amounts, today, files, parts } = useLoaderData<typeof loader>();
  const { card } = detail;
  const tabs = (Object.keys(TABS) as Tab[]).filter((one) => seller || one !== "work").filter((one) => one !== "work");
  const actions = seller ? <SellerActions detail={detail} /> : cannotAgree(card) ? null : <BuyerActions detail={detail} />;
  return (
    <div className="grid max-w-[1080px] gap-4">
      <Head card={card} today={today} />
      <Tabs label="カード" tabs={tabs.map((one) => ({ label: TABS[one], href: tabHref(card.key, one) }))} current={tabHref(card.key, tab)} />
      {files ? <Files detail={detail} seller={seller} found={files} /> : null}
      {parts ? <Parts detail={detail} seller={seller} found={parts} /> : null}
      {tab === "log" ? <Log log={detail.log} /> : null}
      {tab === "" ? (
        <div className="grid items-start gap-6 desk:grid-cols-[minmax(0,1fr)_240px]">
          <section className="min-w-0 rounded border border-line bg-surface p-4">
            <div className="mb-3 max-w-md">
              <Progress total={card.num_items} good={card.num_good} bad={card.num_defective} partial={card.num_partial} unit={UNIT_LABEL[card.order_unit]} />
            </div>
            <Facts columns={2} facts={factsOf(detail, seller, amounts)} />
          </section>
          {actions ? <aside aria-label="操作" className={ACTIONS}>{actions}</aside> : null}
        </div>
      ) : null}
    </div>
  );
}
