import type { FormEvent } from "react";
import type { Room } from "~/lib/chat/message.schema";
import { filterQuery, type Unread } from "./show";
import type { MessageFilter } from "./state";

const LINK = "inline-flex h-9 items-center whitespace-nowrap text-accent underline touch:h-11";

type Props = {
  room: Room;
  online: boolean;
  only: MessageFilter | null;
  unread: Unread | null;
  staff: boolean;
  onAct?: (event: FormEvent<HTMLFormElement>) => void;
};

export function RoomHead({ room, online, only, unread, staff, onAct }: Props) {
  return (
    <header className="flex flex-wrap items-center gap-x-3 border-b border-line px-3 py-1">
      <span className="flex min-w-0 items-center gap-x-3 max-desk:basis-full">
        <a href="/chat" className={`${LINK} desk:hidden`}>
          一覧へ
        </a>
        <h2 className="truncate">{room.name}</h2>
      </span>
      {staff ? null : (
        <form method="post" action={`/chat/${room.id}/pin`} data-plain onSubmit={onAct}>
          {room.isPinned ? null : <input type="hidden" name="is_pinned" value="on" />}
          <button aria-pressed={room.isPinned} className={LINK}>
            {room.isPinned ? "ピンを外す" : "ピン"}
          </button>
        </form>
      )}
      {unread ? (
        <a href={unread.href} className={LINK}>
          未読から読む
        </a>
      ) : null}
      <a href={`/chat/${room.id}/context`} className={`${LINK} wide:hidden`}>
        カード・要対応
      </a>
      <span
        role="status"
        className={`text-note text-warn ${online ? "" : "max-desk:order-last max-desk:basis-full"}`}
      >
        {online ? "" : "接続し直しています…"}
      </span>
      <a href={`/chat/sent?room=${room.id}`} className={`${LINK} ml-auto`}>
        ファイル
      </a>
      <details>
        <summary className={`${LINK} cursor-pointer`}>
          検索<span className="max-desk:hidden">・書き出し</span>
        </summary>
        <form
          method="get"
          action={`/chat/${room.id}`}
          role="search"
          data-plain
          className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2"
        >
          {only?.card ? <input type="hidden" name="of" value={only.card} /> : null}
          <input
            type="search"
            name="q"
            aria-label="このルームを検索"
            placeholder="本文・氏名・カード・ファイル名"
            maxLength={100}
            defaultValue={only?.q}
            className="h-9 w-40 rounded border border-muted/75 px-2 touch:h-11 touch:text-input"
          />
          <label className="inline-flex min-h-9 items-center gap-2 touch:min-h-11">
            <input
              type="checkbox"
              name="files"
              defaultChecked={only?.files}
              className="h-4 w-4 accent-accent"
            />
            添付だけ
          </label>
          <button className={LINK}>検索</button>
          {[
            ["csv", "CSV"],
            ["txt", "テキスト"],
          ].map(([kind, label]) => (
            <a
              key={kind}
              href={`/chat/${room.id}/export.${kind}?${new URLSearchParams(filterQuery(only))}`}
              className={LINK}
            >
              {label}
            </a>
          ))}
          <a href={`/chat/${room.id}/print?${new URLSearchParams(filterQuery(only))}`} className={LINK}>
            印刷
          </a>
        </form>
      </details>
    </header>
  );
}

export function FilterNote({
  room,
  only,
  past,
  count,
  more,
}: {
  room: string;
  only: MessageFilter | null;
  past: boolean;
  count: number;
  more: boolean;
}) {
  if (!only && !past) return null;
  const number = `${count}件${more ? "以上" : ""}`;
  const words = [
    only?.q && `「${only.q}」を含む`,
    only?.files && "添付のある",
    only?.card && "このカードについての",
  ]
    .filter(Boolean)
    .join("、");
  return (
    <p className="flex flex-wrap gap-x-3 border-b border-line bg-accent-soft px-3 py-1 text-note">
      {words ? `${words}メッセージ ${number}` : "前のメッセージを表示しています。"}
      <a href={`/chat/${room}`}>{words ? "すべて表示" : "最新のメッセージへ"}</a>
    </p>
  );
}

export function MarkReadForm({ room, factory, last }: { room: string; factory: string; last: string }) {
  return (
    <form
      method="post"
      action={`/chat/${room}/read`}
      data-plain
      className="border-t border-line p-2 text-center"
    >
      <input type="hidden" name="factory_id" value={factory} />
      <input type="hidden" name="last_message_id" value={last} />
      <button className="h-9 px-3 text-accent underline touch:h-11">ここまで既読にする</button>
    </form>
  );
}
