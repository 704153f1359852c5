import { LinkButton } from "~/components/form/Button";
import { OneTap } from "~/components/form/OneTap";
import { cannotAnswer, cannotShip, nextProcess } from "~/lib/task/card";
import type { CardDetail } from "~/lib/task/card.page.schema";

export function SellerActions({ detail: { card, processes } }: { detail: CardDetail }) {
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

export function BuyerActions({ detail: { card } }: { detail: CardDetail }) {
  return <LinkButton tone="primary" href={`/task/${card.key}/agree`}>納期の提案に答える</LinkButton>;
}
