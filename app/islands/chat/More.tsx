import type { MouseEvent } from "react";
import { cannotChange } from "~/lib/chat/change";
import type { Message } from "~/lib/chat/message.schema";
import { clock, formatExpiry } from "./state";
import type { MessageView } from "./view";

export const LINK = "inline-flex min-h-7 items-center text-accent underline touch:min-h-11";
const isPair = (room: string) => room.split("_")[0] !== room.split("_")[1] && !room.includes("internal-");

export function More({
  one,
  view: { room, me, now, reads, onReply },
  onEdit,
}: {
  one: Message;
  view: MessageView;
  onEdit?: () => void;
}) {
  const { id, number, ownerName, message, card } = one;
  const changes = !reads && cannotChange(one, me, now) === null;
  const link = (href: string, label: string, run?: () => void) => (
    <a
      href={`/chat/${room}${href}`}
      onClick={
        run &&
        ((event: MouseEvent<HTMLElement>) => {
          event.preventDefault();
          event.currentTarget.closest("details")!.open = false;
          run();
        })
      }
      className={LINK}
    >
      {label}
    </a>
  );
  return (
    <details className="print:hidden">
      <summary
        aria-label={`${clock(one.createdAt)} ${ownerName}のメッセージの操作`}
        className="inline-flex min-h-6 cursor-pointer items-center px-2 touch:min-h-11"
      >
        …
      </summary>
      <span className="flex flex-wrap gap-x-3">
        {reads
          ? null
          : link(`?reply=${id}`, "返信", onReply && (() => onReply({ id, number, ownerName, message })))}
        {changes && link(`/edit?message=${id}`, "編集", onEdit)}
        {changes && link(`/delete?message=${id}`, "削除")}
        {link(`/ask?message=${id}`, "要回答にする")}
        {one.kept === null && link(`/keep?message=${id}`, "履歴に残す")}
        {card && isPair(room) && link(`/agree?task=${card.key}`, "合意を提案")}
        {card && link(`?of=${card.key}&task=${card.key}`, "このカードだけ")}
        <span className="inline-flex min-h-7 items-center text-muted touch:min-h-11">
          {formatExpiry(one.unixtime)}に消えます
        </span>
      </span>
    </details>
  );
}
