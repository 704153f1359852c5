import type { Message } from "~/lib/chat/message.schema";
import { LINK } from "./More";
import type { MessageView } from "./view";

/** One press: 了解, or its end. */
export function Acknowledge({ one, view, off }: { one: Message; view: MessageView; off?: boolean }) {
  return (
    <form
      method="post"
      action={`/chat/${view.room}/acknowledge`}
      data-plain
      onSubmit={view.onAct}
      className="print:hidden"
    >
      <input type="hidden" name="message_id" value={one.id} />
      {off ? null : <input type="hidden" name="is_acknowledged" value="on" />}
      <button
        className={LINK}
        aria-label={`${off ? "了解を取り消す" : "了解"}：${one.ownerName}のメッセージ`}
      >
        {off ? "取り消す" : "了解"}
      </button>
    </form>
  );
}

export function Acknowledged({ one, view, acked }: { one: Message; view: MessageView; acked: boolean }) {
  if (one.acks.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-note text-good">
      <b>了解</b>
      {one.acks.map((ack) => ack.ownerName).join("、")}
      {acked ? <Acknowledge one={one} view={view} off /> : null}
    </div>
  );
}
