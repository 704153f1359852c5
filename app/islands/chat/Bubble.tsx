import type { FormEvent, ReactNode } from "react";
import { Files } from "~/islands/chat/Files";
import { Proposal } from "~/islands/chat/Proposal";
import type { Message } from "~/lib/chat/message.schema";
import { filesSent } from "~/lib/chat/sent";
import { linkParts } from "~/lib/text/links";
import { Asks } from "./Asks";
import { Chip } from "./Chip";
import { clock, formatExpiry } from "./state";

export type MessageView = {
  me: string;
  company: string;
  room: string;
  otherRead: number;
  today: string;
  onAct?: (event: FormEvent<HTMLFormElement>) => void;
};

/** From this many days before its end a message says when it goes. */
const DAYS_BEFORE = 7;
const soon = (unixtime: number) => unixtime * 1000 - Date.now() < DAYS_BEFORE * 86_400_000;
const isPair = (room: string) => room.split("_")[0] !== room.split("_")[1] && !room.includes("internal-");

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

const LINK = "inline-flex min-h-7 items-center text-accent underline touch:min-h-11";

function More({ one, room }: { one: Message; room: string }) {
  return (
    <details className="print:hidden">
      <summary
        aria-label={`${clock(one.createdAt)} ${one.ownerName}のメッセージの操作`}
        className="inline-flex min-h-6 cursor-pointer items-center px-2 touch:min-h-11"
      >
        …
      </summary>
      <span className="flex flex-wrap gap-x-3">
        <span className="inline-flex min-h-7 items-center text-muted touch:min-h-11">
          {formatExpiry(one.unixtime)}に消えます
        </span>
        <a href={`/chat/${room}/ask?message=${one.id}`} className={LINK}>
          要回答にする
        </a>
        {one.kept === null ? (
          <a href={`/chat/${room}/keep?message=${one.id}`} className={LINK}>
            履歴に残す
          </a>
        ) : null}
        {one.card && isPair(room) ? (
          <a href={`/chat/${room}/agree?task=${one.card.key}`} className={LINK}>
            合意を提案
          </a>
        ) : null}
        {one.card ? (
          <a href={`/chat/${room}?of=${one.card.key}&task=${one.card.key}`} className={LINK}>
            このカードだけ
          </a>
        ) : null}
      </span>
    </details>
  );
}

function Order({
  one,
  order,
  room,
  company,
}: {
  one: Message;
  order: NonNullable<Message["order"]>;
  room: string;
  company: string;
}) {
  const seller = room.split("_")[0] === company;
  return (
    <p className="mx-auto rounded border border-line bg-surface px-3 py-1 text-center text-note">
      {one.message}
      <a href={`${seller ? "/task/order" : "/order"}/${order.key}`} className={`${LINK} ml-2`}>
        依頼書を開く
      </a>
      <span className="ml-2 text-muted">
        {one.ownerName}
        <span className="ml-2 tabular-nums">{clock(one.createdAt)}</span>
      </span>
    </p>
  );
}

export function Bubble({ one, view }: { one: Message; view: MessageView }) {
  const { me, company, room, otherRead, today, onAct } = view;
  const mine = one.owner === me;
  if (one.order) return <Order one={one} order={one.order} room={room} company={company} />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 text-note text-muted">
        {one.isStaff ? <b className="text-warn">運営</b> : one.ownerName}
        <span className="tabular-nums">{clock(one.createdAt)}</span>
        {mine && one.number <= otherRead ? <span className="text-good">既読</span> : null}
        <More one={one} room={room} />
      </div>
      <Balloon mine={mine}>
        {one.card || one.product ? <Chip about={one} seller={room.split("_")[0] === company} /> : null}
        {one.files.length > 0 && one.message === filesSent(one.files) ? null : (
          <p dir="auto" className={`whitespace-pre-wrap ${one.files.length > 0 ? "mb-1" : ""}`}>
            {linked(one.message)}
          </p>
        )}
        {one.files.length > 0 ? <Files files={one.files} /> : null}
        {one.agreement ? <Proposal agreement={one.agreement} room={room} company={company} /> : null}
      </Balloon>
      <Asks asks={one.asks} room={room} today={today} onAct={onAct} />
      {one.kept !== null ? (
        <span className="text-note text-good">
          カードの<a href={`/task/${one.kept}?tab=log`}>履歴</a>に残しました
        </span>
      ) : soon(one.unixtime) && !one.agreement ? (
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
