import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { OneTap } from "~/components/form/OneTap";
import { Facts } from "~/components/list/Facts";
import { Progress } from "~/components/list/Progress";
import { Timeline } from "~/components/list/Timeline";
import { changesOf } from "~/lib/task/activity";
import { ACTIVITY_LABEL } from "~/lib/task/activity.schema";
import { cannotAgree, cannotAnswer, cannotShip, nextProcess } from "~/lib/task/card";
import { cardDetail, type CardDetail } from "~/lib/task/card.page.schema";
import { TASK_TYPE_LABEL, UNIT_LABEL } from "~/lib/task/card.schema";
import { formatNumber } from "~/lib/money/decimal";
import { today } from "~/lib/time/date";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { factsOf } from "./facts";
import { Head } from "./Head";

export const meta = titled("カード");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const detail = await api.get(cardDetail, `/cards/${args.params.key}`);
  return json({ detail, seller: detail.card.seller_id === who.company_id, amounts: who.permissions.includes("accounting"), today: today() });
}

const ACTIONS = "grid gap-2 max-desk:sticky max-desk:bottom-14 max-desk:z-10 max-desk:-mx-4 max-desk:grid-cols-2 max-desk:border-t "
  + "max-desk:border-line max-desk:bg-ground max-desk:p-3";

export default function CardPage() {
  const { detail, seller, amounts, today } = useLoaderData<typeof loader>();
  const { card, relatives, log } = detail;
  const actions = seller ? <SellerActions detail={detail} /> : cannotAgree(card) ? null : <BuyerActions detail={detail} />;
  return (
    <div className="grid max-w-[1080px] gap-4">
      <Head card={card} today={today} />
      <div className="grid items-start gap-6 desk:grid-cols-[minmax(0,1fr)_240px]">
        <div className="grid min-w-0 gap-6">
          <section className="rounded border border-line bg-surface p-4">
            <div className="mb-3 max-w-md">
              <Progress total={card.num_items} good={card.num_good} bad={card.num_defective} partial={card.num_partial} unit={UNIT_LABEL[card.order_unit]} />
            </div>
            <Facts columns={2} facts={factsOf(detail, seller, amounts)} />
          </section>
          {relatives.length > 0 ? <Relatives relatives={relatives} /> : null}
          <section className="grid gap-2">
            <h2>履歴</h2>
            <Timeline entries={[...log].reverse().map((entry) => ({
              id: entry.key, who: `${entry.actor_name}（${entry.origin}）`, when: entry.at, what: ACTIVITY_LABEL[entry.kind] ?? entry.kind,
              changes: entry.kind === "created" ? undefined : changesOf(entry), note: entry.reason ?? undefined,
            }))} />
          </section>
        </div>
        {actions ? (
          <aside aria-label="操作" className={ACTIONS}>{actions}</aside>
        ) : null}
      </div>
    </div>
  );
}

function SellerActions({ detail: { card, processes } }: { detail: CardDetail }) {
  const { key, version } = card;
  if (card.shipped_time) return <OneTap tone="danger" action={`/task/${key}/unship`} fields={{ version }}>出荷を取り消す</OneTap>;
  if (!cannotAnswer(card)) {
    return (
      <>
        <OneTap tone="primary" action={`/task/${key}/answer`} fields={{ act: "accept", version }}>承諾する</OneTap>
        <LinkButton href={`/task/${key}/answer#propose`}>納期を提案</LinkButton>
        <LinkButton tone="danger" href={`/task/${key}/answer#decline`}>断る</LinkButton>
      </>
    );
  }
  if (cannotShip(card, card.num_items)) return null;
  const next = nextProcess(processes, card.group_id);
  return (
    <>
      {next ? <OneTap tone="primary" action={`/task/${key}/move`} fields={{ version, group_id: next.group_id }}>次の工程へ（{next.label}）</OneTap>
        : <LinkButton tone="primary" href={`/task/${key}/ship`}>出荷</LinkButton>}
      <LinkButton href={`/task/${key}/move`}>移動先を選ぶ</LinkButton>
      <LinkButton href={`/task/${key}/count`}>数量を登録</LinkButton>
      {next ? <LinkButton href={`/task/${key}/ship`}>出荷</LinkButton> : null}
    </>
  );
}

function BuyerActions({ detail: { card } }: { detail: CardDetail }) {
  return <LinkButton tone="primary" href={`/task/${card.key}/agree`}>納期の提案に答える</LinkButton>;
}

function Relatives({ relatives }: Pick<CardDetail, "relatives">) {
  return (
    <section className="grid gap-2">
      <h2>枝・部品・不良</h2>
      <ul className="divide-y divide-line rounded border border-line bg-surface">
        {relatives.map((one) => (
          <li key={one.key} className="flex flex-wrap gap-x-4 px-4 py-2">
            <a href={`/task/${one.key}`} className="font-bold">{one.id}</a>
            <span className="min-w-0 flex-1">{one.name}</span>
            <span className="text-muted">{one.task_type ? TASK_TYPE_LABEL[one.task_type] : "通常"}・{one.status}</span>
            <span className="tabular-nums">{formatNumber(one.num_items)}{UNIT_LABEL[one.order_unit]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
