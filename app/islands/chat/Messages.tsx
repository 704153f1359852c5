import { Fragment } from "react";
import type { Message } from "~/lib/chat/message.schema";
import { kindAndSize } from "~/lib/file/limit";
import { formatDate } from "~/lib/time/date";
import { Balloon, Bubble, Quote } from "./Bubble";
import { Chip } from "./Chip";
import { Orders } from "./Orders";
import { filterQuery, inGroups } from "./show";
import { dayOf, type MessageFilter, type Pending } from "./state";
import type { MessageView } from "./view";

type Props = {
  messages: Message[];
  pending: Pending[];
  view: MessageView;
  firstUnread?: number;
  older: string | null;
  newer: number | null;
  only: MessageFilter | null;
  onOlder?: () => void;
  onResend?: (one: Pending) => void;
  onDrop?: (one: Pending) => void;
};

const PAGE = "inline-flex h-9 items-center px-3 text-accent underline touch:h-11";

const Day = ({ date }: { date: string }) => (
  <li className="text-center text-note text-muted">
    <time dateTime={date}>{formatDate(date)}</time>
  </li>
);

function Waiting({ one, onResend, onDrop }: { one: Pending } & Pick<Props, "onResend" | "onDrop">) {
  return (
    <li className="grid grid-cols-1 justify-items-end">
      <Balloon mine>
        {one.reply ? <Quote reply={one.reply} href={`#m${one.reply.number}`} /> : null}
        {one.about ? <Chip about={one.about} seller={false} /> : null}
        <span className="whitespace-pre-wrap">{one.message}</span>
        {one.files.map((file) => (
          <span key={file.name} className="block text-note text-muted">
            {file.name} {kindAndSize(file)}
          </span>
        ))}
      </Balloon>
      {one.failed ? (
        <span role="alert" className="flex items-center gap-2 text-note font-bold text-bad">
          送信できませんでした{one.why && `：${one.why}`}
          <button
            type="button"
            onClick={() => onResend?.(one)}
            className="min-h-6 whitespace-nowrap px-2 text-accent underline"
          >
            再送
          </button>
          <button
            type="button"
            onClick={() => onDrop?.(one)}
            className="min-h-6 whitespace-nowrap px-2 text-accent underline"
          >
            入力欄に戻す
          </button>
        </span>
      ) : (
        <span className="text-note text-muted">送信中…</span>
      )}
    </li>
  );
}

/** The list is drawn bottom up: its end is at scroll position 0. */
export const isAtEnd = (log: HTMLElement | null): boolean => !log || Math.abs(log.scrollTop) < 40;

export function Messages({
  messages,
  pending,
  view,
  firstUnread,
  older,
  newer,
  only,
  onOlder,
  onResend,
  onDrop,
}: Props) {
  const { me, room } = view;
  return (
    <ol className="grid grid-cols-1 gap-3 p-3">
      {older ? (
        <li className="text-center">
          <a
            href={`/chat/${room}?${new URLSearchParams({ ...filterQuery(only), before: older })}`}
            onClick={
              onOlder &&
              ((event) => {
                event.preventDefault();
                onOlder();
              })
            }
            className={PAGE}
          >
            前のメッセージ
          </a>
        </li>
      ) : null}
      {inGroups(messages, firstUnread).map((group, index, groups) => {
        const [one] = group as [Message];
        const before = groups[index - 1]?.[0];
        const newDay = !before || dayOf(before.createdAt) !== dayOf(one.createdAt);
        const side = one.order ? "" : one.owner === me ? "justify-items-end" : "justify-items-start";
        return (
          <Fragment key={one.number}>
            {newDay ? <Day date={dayOf(one.createdAt)} /> : null}
            {one.number === firstUnread ? (
              <li id="unread" className="border-t border-bad text-center text-note font-bold text-bad">
                ここから未読
              </li>
            ) : null}
            <li id={`m${one.number}`} data-id={one.id} className={`grid grid-cols-1 ${side}`}>
              {one.order ? <Orders group={group} view={view} /> : <Bubble one={one} view={view} />}
            </li>
          </Fragment>
        );
      })}
      {newer ? (
        <li className="text-center">
          <a href={`/chat/${room}?before=${newer + 51}`} className={PAGE}>
            次のメッセージ
          </a>
        </li>
      ) : null}
      {pending.map((one) => (
        <Waiting key={one.id} one={one} onResend={onResend} onDrop={onDrop} />
      ))}
      {messages.length + pending.length === 0 ? (
        <li className="p-6 text-center text-muted">
          {only ? "条件に合うメッセージはありません。" : "まだ会話がありません。下の欄から話しかけられます。"}
        </li>
      ) : null}
    </ol>
  );
}
