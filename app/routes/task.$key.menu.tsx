import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { LinkButton } from "~/components/form/Button";
import { OneTap } from "~/components/form/OneTap";
import { BUYER_MENU, buyerState, CARD_MENU, menuState } from "~/lib/task/board";
import { nextProcess } from "~/lib/task/card";
import { cardPosition } from "~/lib/task/position.schema";
import { cardWork } from "~/lib/task/work.page.schema";
import { enterCard } from "~/lib/web/card.server";
import { backTo } from "~/lib/web/return-to";
import { cardTitled } from "~/lib/web/title";
import { Head } from "./task.$key._index/Head";

export const meta = cardTitled("カードの操作");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who, card, processes, today } = await enterCard(args);
  const back = backTo(args.request, `/task/${card.key}`);
  if (card.shipped_time || card.cancelled_time) return redirect(`/task/${card.key}`);
  if (card.seller_id !== who.company_id)
    return json({ card, today, back, at: buyerState(card), next: null, spot: null, menu: BUYER_MENU });
  const [{ state }, spot] = await Promise.all([
    api.get(cardWork, `/cards/${card.key}/work`),
    api.get(cardPosition, `/cards/${card.key}/place`),
  ]);
  const at = menuState({ ...card, work: state === "working" || state === "paused" ? state : null });
  return json({
    card,
    today,
    back,
    at,
    next: at === "a" ? null : nextProcess(processes, card.group_id),
    spot,
    menu: CARD_MENU,
  });
}

export default function CardMenu() {
  const { card, today, back, at, next, spot, menu } = useLoaderData<typeof loader>();
  const query = `?${new URLSearchParams({ return: back })}`;
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="カードの操作" />
      <div className="grid max-w-[360px] gap-2">
        {next ? (
          <OneTap
            tone="primary"
            action={`/task/${card.key}/move${query}`}
            fields={{ group_id: next.group_id, version: card.version }}
          >
            次の工程へ（{next.label}）
          </OneTap>
        ) : null}
        {spot?.is_sequenced ? (
          <Sequence {...spot} fields={{ key: card.key, version: card.version, group_id: card.group_id }} />
        ) : null}
        {menu
          .filter((item) => item.on.includes(at))
          .map(({ path, label }) => (
            <LinkButton key={path} href={`/task/${card.key}/${path}${query}`}>
              {label}
            </LinkButton>
          ))}
        <LinkButton tone="plain" href={back}>
          戻る
        </LinkButton>
      </div>
    </div>
  );
}

const WAYS: [way: string, label: string][] = [
  ["first", "先頭へ"],
  ["up", "上へ"],
  ["down", "下へ"],
  ["off", "順番を外す"],
];
const NEW: typeof WAYS = [
  ["first", "先頭へ"],
  ["last", "順番の最後に入れる"],
];

function Sequence({
  number,
  total,
  fields,
}: z.infer<typeof cardPosition> & { fields: Record<string, number> }) {
  return (
    <section aria-label="段取り順" className="grid gap-2 rounded border border-line bg-surface p-4">
      <p>
        {number === null
          ? `段取り順はまだ決まっていません（順番のあるカード${total}枚の後ろ、納期の順）。`
          : `段取り順 ${number}番目 / ${total}枚`}
      </p>
      <div className="grid grid-cols-2 gap-2">
        {(number === null ? NEW : WAYS).map(([way, label]) => (
          <OneTap key={way} action="/task/kanban/move" fields={{ ...fields, way }}>
            {label}
          </OneTap>
        ))}
      </div>
    </section>
  );
}
