import { BoardCard } from "~/components/board/BoardCard";
import { OneTap } from "~/components/form/OneTap";
import { formatNumber } from "~/lib/money/decimal";
import { buyerState, type Desk, marksOf, progressText, sortKey, tileState } from "~/lib/task/board";
import type { BoardTile } from "~/lib/task/board.schema";
import { nextProcess } from "~/lib/task/card";
import { dueOnTile } from "~/lib/task/due";
import { shortName } from "~/lib/text/company.name";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

const numbers = (card: BoardTile) => ({
  good: Number(card.num_good),
  bad: Number(card.num_defective),
  partial: Number(card.num_partial),
  total: Number(card.num_items),
  text: `${progressText(card)}${UNIT_LABEL[card.order_unit]}`,
});

export function Card({ card, desk }: { card: BoardTile; desk: Desk }) {
  const { side, today, without } = desk;
  const seller = side === "seller";
  const asked = card.answer === "waiting" || card.answer === "proposed";
  const partner = shortName(side === "buyer" ? card.seller_name : card.buyer_name);
  return (
    <BoardCard
      id={card.key}
      href={`/task/${card.key}`}
      title={card.name}
      code={card.product_code ?? undefined}
      picture={card.picture ?? undefined}
      quantity={`${formatNumber(card.num_items)}${UNIT_LABEL[card.order_unit]}`}
      of={without.includes("of") ? undefined : [card.id, partner, card.order_id].filter(Boolean).join("・")}
      progress={without.includes("bar") ? undefined : numbers(card)}
      due={dueOnTile(card, today) ?? undefined}
      {...marksOf(card, desk)}
      version={seller ? card.version : undefined}
      sort={seller ? sortKey(card) : undefined}
      menu={{ href: `/task/${card.key}/menu`, state: seller ? tileState(card) : buyerState(card) }}
      act={seller && !asked ? <Next card={card} desk={desk} /> : undefined}
      acts={
        !asked ? undefined : seller ? (
          <Asked card={card} />
        ) : (
          card.answer === "proposed" && <Answer card={card} />
        )
      }
    />
  );
}

/** One outlined act a tile: the others are words. */
const WORD = "card-act border-transparent";

function Asked({ card: { key, version } }: { card: BoardTile }) {
  return (
    <div className="card-bar w-full">
      <OneTap look="card-act" action={`/task/${key}/answer`} fields={{ act: "accept", version }}>
        承諾
      </OneTap>
      <a className={WORD} href={`/task/${key}/answer#propose`}>
        納期を提案
      </a>
      <a className={WORD} href={`/task/${key}/chat`}>
        質問
      </a>
      <a className={WORD} href={`/task/${key}/answer#decline`}>
        断る
      </a>
    </div>
  );
}

function Next({ card: { key, version, group_id }, desk: { processes } }: { card: BoardTile; desk: Desk }) {
  const next = nextProcess(processes, group_id);
  if (!next)
    return (
      <a className="card-act" href={`/task/${key}/ship`}>
        出荷
      </a>
    );
  const fields = { key, version, group_id: next.group_id };
  return (
    <OneTap look="card-act" label={`次の工程へ（${next.label}）`} action="/task/kanban/move" fields={fields}>
      次の工程へ
    </OneTap>
  );
}

function Answer({ card }: { card: BoardTile }) {
  return (
    <div className="card-bar w-full">
      <a className="card-act" href={`/task/${card.key}/agree`}>
        納期の提案に回答する
      </a>
    </div>
  );
}
