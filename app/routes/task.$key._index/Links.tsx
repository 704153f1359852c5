import { z } from "zod";
import { Chip } from "~/components/list/Chip";
import { formatNumber } from "~/lib/money/decimal";
import type { linkRow } from "~/lib/task/work.page.schema";
import { formatDateTime } from "~/lib/time/datetime";
import { ANSWER_LABEL, type Answer, UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { LIST, ROW } from "./parts.lists";

const answerText = ({ partner_answer, partner_status }: z.infer<typeof linkRow>) =>
  partner_answer === "accepted" ? partner_status : (ANSWER_LABEL[partner_answer as Answer] ?? partner_status);
export function Links({ links, unit }: { links: z.infer<typeof linkRow>[]; unit: Unit }) {
  const count = (value: string) => `${formatNumber(value)}${UNIT_LABEL[unit]}`;
  return (
    <ul className={LIST}>
      {links.map((one) => (
        <li key={one.key} className={ROW}>
          <b>{one.partner_name}</b>
          <span>
            {one.order_id}
            <span className="ml-2 text-muted">カード {one.partner_card}</span>
          </span>
          <span className="tabular-nums">{count(one.num_items)}</span>
          {one.received_time ? (
            <Chip tone="good">受入済み</Chip>
          ) : one.cancelled_time ? (
            <Chip>取消</Chip>
          ) : one.partner_shipped_time ? (
            <Chip tone="accent">協力会社が出荷</Chip>
          ) : (
            <Chip tone="warn">{answerText(one)}</Chip>
          )}
          <span className="text-note text-muted">
            {formatDateTime(one.sent_time)} に依頼
            {one.received_time
              ? `、${formatDateTime(one.received_time)} に受入（良品 ${count(one.num_good!)}、不良 ${count(one.num_defective!)}）`
              : ""}
          </span>
        </li>
      ))}
    </ul>
  );
}
