import { DisplayCard, DisplayProcess } from "~/components/board/Display";
import type { Hue } from "~/components/board/hues";
import { type Desk, marksOf, progressText } from "~/lib/task/board";
import type { BoardTile } from "~/lib/task/board.schema";
import { dueOnTile } from "~/lib/task/due";
import { shortName } from "~/lib/text/company.name";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

type Props = {
  cards: BoardTile[];
  desk: Pick<Desk, "today" | "processes" | "stall_days">;
  side: Desk["side"];
};

const ON_CARD = 2;

export function Cards({ cards, desk: known, side }: Props) {
  const desk: Desk = { ...known, side, without: [] };
  if (cards.length === 0) return <p className="display-none">カードはありません</p>;
  return (
    <div className="display-cards">
      {cards.map((card) => {
        const { chips, signs } = marksOf(card, desk);
        return (
          <DisplayCard
            key={card.key}
            title={card.name}
            number={card.id}
            of={shortName(side === "buyer" ? card.seller_name : card.buyer_name)}
            progress={progressText(card) + UNIT_LABEL[card.order_unit]}
            due={dueOnTile(card, desk.today)}
            chips={[...chips, ...signs].slice(0, ON_CARD)}
          />
        );
      })}
    </div>
  );
}

type Counted = { id: string; label: string; colour: Hue; count: number; late: number };

export const Processes = ({ counts }: { counts: Counted[] }) => (
  <div className="display-cards display-processes">
    {counts.map(({ id, ...one }) => (
      <DisplayProcess key={id} {...one} />
    ))}
  </div>
);
