import { type ReactNode, useState } from "react";
import { Files } from "~/islands/chat/Files";
import { Proposal } from "~/islands/chat/Proposal";
import { cannotAcknowledge } from "~/lib/chat/change";
import type { Message } from "~/lib/chat/message.schema";
import { filesSent } from "~/lib/chat/sent";
import { linkParts } from "~/lib/text/links";
import { Acknowledge, Acknowledged } from "./Acknowledge";
import { Asks } from "./Asks";
import { Chip } from "./Chip";
import { Edit } from "./Edit";
import { LINK, More } from "./More";
import { clock, formatExpiry, type Reply } from "./state";
import type { MessageView } from "./view";

/** From this many days before its end a message says when it goes. */
const DAYS_BEFORE = 7;

export const Balloon = ({ mine, children }: { mine: boolean; children: ReactNode }) => (
  <div
    className={`max-w-[min(640px,85%)] rounded-lg px-3 py-2 ${mine ? "bg-accent-soft" : "border border-line bg-surface"}`}
  >
    {children}
  </div>
);

/** A link tells the other site nothing of ours. */
const linked = (words: string) =>
  linkParts(words).map(({ text, href }, at) =>
    href ? (
      <a key={at} href={href} target="_blank" rel="noopener noreferrer" className="text-accent underline">
        {text}
      </a>
    ) : (
      text
    ),
  );

/** `href`: where what is answered stands. */
export const Quote = ({ reply: { ownerName, message }, href }: { reply: Reply; href: string }) => (
  <a href={href} className="mb-1 block border-l-4 border-line px-2 text-note text-muted no-underline">
    <b>{ownerName}</b>
    <span className="block truncate">{message}</span>
  </a>
);

export function Bubble({ one, view }: { one: Message; view: MessageView }) {
  const { me, company, room, otherRead, today, now, onAct } = view;
  const [isEdited, setEdited] = useState(false);
  const mine = one.owner === me;
  const isGone = one.deletedAt !== null;
  const acts = !isGone && !view.reads;
  const acked = one.acks.some((ack) => ack.owner === me);
  const soon = one.unixtime * 1000 - now < DAYS_BEFORE * 86_400_000;
  const { reply } = one;
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-2 text-note text-muted">
        {one.isStaff ? <b className="text-warn">運営</b> : one.ownerName}
        <span className="tabular-nums">{clock(one.createdAt)}</span>
        {one.editedAt && !isGone ? <span>編集済み</span> : null}
        {mine && one.number <= otherRead ? <span className="text-good">既読</span> : null}
        {acts && !acked && cannotAcknowledge(one, me, view.staff) === null ? (
          <Acknowledge one={one} view={view} />
        ) : null}
        {isGone ? null : <More one={one} view={view} onEdit={view.onSave && (() => setEdited(true))} />}
      </div>
      {isEdited ? (
        <Edit one={one} room={room} onSave={view.onSave!} onClose={() => setEdited(false)} />
      ) : (
        <Balloon mine={mine && !isGone}>
          {reply ? (
            <Quote
              reply={reply}
              href={
                reply.number < view.first ? `/chat/${room}?before=${reply.number + 1}` : `#m${reply.number}`
              }
            />
          ) : null}
          {one.card || one.product ? <Chip about={one} seller={room.split("_")[0] === company} /> : null}
          {one.files.length > 0 && one.message === filesSent(one.files) ? null : (
            <p
              dir="auto"
              className={`whitespace-pre-wrap ${one.files.length > 0 ? "mb-1" : ""} ${isGone ? "text-muted" : ""}`}
            >
              {linked(one.message)}
            </p>
          )}
          {one.files.length > 0 ? <Files files={one.files} /> : null}
          {one.agreement ? <Proposal agreement={one.agreement} room={room} company={company} /> : null}
        </Balloon>
      )}
      <Acknowledged one={one} view={view} acked={acked && acts} />
      <Asks asks={one.asks} room={room} today={today} onAct={onAct} />
      {one.kept !== null ? (
        <span className="text-note text-good">
          カードの<a href={`/task/${one.kept}?tab=log`}>履歴</a>に残しました
        </span>
      ) : soon && !one.agreement && !isGone ? (
        <span className="text-note text-warn">
          このメッセージは{formatExpiry(one.unixtime)}に消えます
          <a href={`/chat/${room}/keep?message=${one.id}`} className={`${LINK} ml-2`}>
            履歴に残す
          </a>
        </span>
      ) : null}
    </>
  );
}
