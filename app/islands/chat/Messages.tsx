import { Fragment } from "react";
import type { Agreement } from "~/lib/chat/agreement.schema";
import type { Message } from "~/lib/chat/message.schema";
import { formatDate } from "~/lib/time/date";
import { clock, dayOf, gone, type About, type Pending } from "./state";

type Props = {
  messages: Message[]; pending: Pending[]; me: string; company: string; otherRead: number; firstUnread: number | null; older: string | null; room: string;
  onOlder?: () => void; onAgain?: (one: Pending) => void; onDrop?: (id: string) => void;
};

const DAYS_BEFORE = 3;
const soon = (unixtime: number) => unixtime * 1000 - Date.now() < DAYS_BEFORE * 86_400_000;

export function CardChip({ about }: { about: About }) {
  return (
    <a href={`/task/${about.key}`} className="mb-1 flex flex-wrap items-center gap-x-2 rounded border border-line bg-surface px-2 py-1 text-note no-underline">
      <b className="text-accent">{about.id}</b><span>{about.name}</span><span className="text-muted">{about.status}</span>
      {about.delivery_date ? <span className="tabular-nums text-muted">納期 {formatDate(about.delivery_date)}</span> : null}
    </a>
  );
}

/** Pictures in small, other files by name; a tap opens the original. */
function Files({ files }: { files: Message["files"] }) {
  return (
    <span className="mt-1 flex flex-wrap gap-2">
      {files.map((one) => (
        <a key={one.key} href={`/file/${one.key}`} target="_blank" rel="noreferrer" className="text-note text-accent underline">
          {one.has_thumb
            ? <img src={`/file/${one.key}/thumb`} alt={one.name} loading="lazy" className="max-h-32 max-w-[160px] rounded border border-line" /> : one.name}
        </a>
      ))}
    </span>
  );
}

const Bubble = ({ mine, children }: { mine: boolean; children: React.ReactNode }) => (
  <div className={`max-w-[min(640px,85%)] rounded-lg px-3 py-2 ${mine ? "bg-accent-soft" : "border border-line bg-surface"}`}>{children}</div>
);

const Day = ({ date }: { date: string }) => (
  <li className="text-center text-note text-muted"><time dateTime={date}>{formatDate(date)}</time></li>
);

const BUTTON = "h-9 rounded border px-3 font-bold max-desk:h-11";
const STATE = { open: "回答待ち", agreed: "合意しました", declined: "断られました", withdrawn: "取り下げました" };
const TONE = { open: "text-warn", agreed: "text-good", declined: "text-bad", withdrawn: "text-muted" };

/** Where a proposal stands, with the buttons of those who may answer. */
function Proposal({ agreement: { key, state, proposed_by, answerer_name }, room, company }: { agreement: Agreement; room: string; company: string }) {
  const answers = state !== "open" ? [] : proposed_by === company ? [["withdrawn", "取り下げる"]] : [["agreed", "承認"], ["declined", "断る"]];
  return (
    <form method="post" action={`/chat/${room}/agreement/${key}`} data-plain className="mt-2 flex flex-wrap items-center gap-2 border-t border-line pt-2">
      <b className={TONE[state]}>{STATE[state]}</b>
      {answerer_name ? <span className="text-note text-muted">{answerer_name}</span> : null}
      {answers.map(([value, label]) => (
        <button key={value} name="answer" value={value}
          className={`${BUTTON} ${value === "agreed" ? "border-accent bg-accent text-white" : "border-muted/75 bg-surface"}`}>
          {label}
        </button>
      ))}
    </form>
  );
}

/** The messages of a room, oldest first, by day; what is on its way stands last. */
export function Messages({ messages, pending, me, company, otherRead, firstUnread, older, room, onOlder, onAgain, onDrop }: Props) {
  return (
    <ol className="grid gap-3 p-3">
      {older ? (
        <li className="text-center">
          <a href={`/chat/${room}?before=${older}`} onClick={onOlder && ((event) => { event.preventDefault(); onOlder(); })}
            className="inline-flex h-9 items-center px-3 text-accent underline max-desk:h-11">前のメッセージ</a>
        </li>
      ) : null}
      {messages.map((one, index) => {
        const mine = one.owner === me;
        const newDay = index === 0 || dayOf(messages[index - 1]!.createdAt) !== dayOf(one.createdAt);
        return (
          <Fragment key={one.number}>
            {newDay ? <Day date={dayOf(one.createdAt)} /> : null}
            {one.number === firstUnread ? <li id="unread" className="border-t border-bad text-center text-note font-bold text-bad">ここから未読</li> : null}
            <li data-number={one.number} data-id={one.id} className={`grid ${mine ? "justify-items-end" : "justify-items-start"}`}>
              <span className="text-note text-muted">
                {one.isStaff ? <b className="text-warn">運営</b> : one.ownerName}
                <span className="ml-2 tabular-nums">{clock(one.createdAt)}</span>
                {mine && one.number <= otherRead ? <span className="ml-2 text-good">既読</span> : null}
              </span>
              <Bubble mine={mine}>
                {one.card ? <CardChip about={one.card} /> : null}
                {one.product ? <span className="block text-note text-muted">商品：{one.product.name}</span> : null}
                <span className="whitespace-pre-wrap break-words">{one.message}</span>
                {one.files.length > 0 ? <Files files={one.files} /> : null}
                {one.agreement ? <Proposal agreement={one.agreement} room={room} company={company} /> : null}
                {one.card && !one.agreement && room.split("_")[0] !== room.split("_")[1] ? (
                  <a href={`/chat/${room}/agree?task=${one.card.key}`} className="mt-1 block text-note text-accent underline print:hidden">この件で合意を提案</a>
                ) : null}
              </Bubble>
              {soon(one.unixtime) ? <span className="text-note text-warn">このメッセージは{gone(one.unixtime)}に消えます</span> : null}
            </li>
          </Fragment>
        );
      })}
      {pending.map((one) => (
        <li key={one.id} className="grid justify-items-end">
          <Bubble mine>
            {one.about ? <CardChip about={one.about} /> : null}
            <span className="whitespace-pre-wrap break-words">{one.message}</span>
          </Bubble>
          {one.failed ? (
            <span role="alert" className="flex items-center gap-2 text-note font-bold text-bad">
              送信できませんでした
              <button type="button" onClick={() => onAgain?.(one)} className="min-h-6 px-2 text-accent underline">再送</button>
              <button type="button" onClick={() => onDrop?.(one.id)} className="min-h-6 px-2 text-accent underline">取り消す</button>
            </span>
          ) : <span className="text-note text-muted">送信中…</span>}
        </li>
      ))}
      {messages.length + pending.length === 0 ? <li className="p-6 text-center text-muted">まだ会話がありません。下の欄から話しかけられます。</li> : null}
    </ol>
  );
}
