import { LargeFacts } from "~/components/list/LargeFacts";
import { Progress } from "~/components/list/Progress";
import { formatNumber } from "~/lib/money/decimal";
import { progressText } from "~/lib/task/board";
import type { CardDetail } from "~/lib/task/card.page.schema";
import { dueOnTile } from "~/lib/task/due";
import { leftHere } from "~/lib/task/work";
import { WORK_STATUS_LABEL, type WorkStatus } from "~/lib/task/work.status";
import { daysBetween, formatDate, tokyoDate } from "~/lib/time/date";
import { ANSWER_LABEL, NON_KANBAN_GROUP, UNIT_LABEL } from "~/lib/vocabulary/card.schema";

type Props = {
  detail: CardDetail;
  today: string;
  /** What is left to do in this process; the buyer is told of the whole. */
  left?: string;
  situation?: WorkStatus | null;
  workers: string[];
};

/** With its year where that is not this one's. */
const short = (date: string, today: string) => formatDate(date).replace(`${today.slice(0, 4)}/`, "");

function dueFact({ card }: CardDetail, today: string) {
  if (card.shipped_time) {
    const shipped = tokyoDate(card.shipped_time);
    const days = card.delivery_date ? daysBetween(card.delivery_date, shipped) : 0;
    const apart = days > 0 ? `${days}日遅れ` : days < 0 ? `${-days}日早い` : "";
    return {
      value: card.delivery_date ? short(card.delivery_date, today) : "なし",
      note: `${short(shipped, today)}に出荷　${apart}`,
    };
  }
  const asked = card.proposed_delivery_date ? `提案 ${short(card.proposed_delivery_date, today)}` : "";
  const due = dueOnTile(card, today);
  if (!card.delivery_date || !due) return { value: "なし", note: asked };
  const days = daysBetween(today, card.delivery_date);
  const tone = due.tone === "bad" || due.tone === "warn" ? due.tone : undefined;
  return {
    value: (
      <>
        {due.day}
        <span className="text-section">{due.rest}</span>
      </>
    ),
    tone,
    note: [days > 1 ? `あと${days}日` : "", asked].filter(Boolean).join("　"),
  };
}

/** 残, 納期 and 今の工程: what one opens a card for. */
export function Glance({ detail, today, left, situation, workers }: Props) {
  const { card, lane } = detail;
  const off = card.group_id === NON_KANBAN_GROUP;
  const unit = UNIT_LABEL[card.order_unit];
  const rest = off ? "0" : (left ?? leftHere(card, true));
  const state = situation
    ? WORK_STATUS_LABEL[situation]
    : card.answer === "waiting" || card.answer === "proposed"
      ? ANSWER_LABEL[card.answer]
      : "";
  return (
    <LargeFacts
      facts={[
        {
          label: "残",
          value: (
            <>
              {formatNumber(rest)}
              <span className="text-section">{unit}</span>
            </>
          ),
          note: (
            <>
              <span className="block py-1">
                <Progress
                  total={card.num_items}
                  good={card.num_good}
                  bad={card.num_defective}
                  partial={card.num_partial}
                  unit={unit}
                />
              </span>
              {progressText(card)}
              {unit}
            </>
          ),
        },
        { label: "納期", ...dueFact(detail, today) },
        {
          label: "今の工程",
          value: card.status,
          note: [
            lane,
            state,
            workers.join("、"),
            off ? "" : `${short(tokyoDate(card.group_update_time), today)}から`,
          ]
            .filter(Boolean)
            .join("・"),
        },
      ]}
    />
  );
}
