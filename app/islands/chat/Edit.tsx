import { useState } from "react";
import type { Message } from "~/lib/chat/message.schema";
import { BUTTON } from "./Pick";
import type { MessageView } from "./view";

type Props = {
  one: Message;
  room: string;
  onSave: NonNullable<MessageView["onSave"]>;
  onClose: () => void;
};

/** In the message's place; what was typed stays when it is refused. */
export function Edit({ one, room, onSave, onClose }: Props) {
  const [wrong, setWrong] = useState("");
  return (
    <form
      method="post"
      action={`/chat/${room}/edit`}
      data-plain
      className="grid w-full gap-2"
      onSubmit={(event) =>
        void onSave(event).then(onClose, ({ why }) =>
          setWrong(why ?? "保存できませんでした。もう一度お試しください。"),
        )
      }
    >
      <input type="hidden" name="message_id" value={one.id} />
      <input type="hidden" name="version" value={one.version} />
      {wrong ? (
        <p role="alert" className="text-note font-bold text-bad">
          {wrong}
        </p>
      ) : null}
      <textarea
        name="message"
        aria-label="メッセージを編集"
        required
        autoFocus
        rows={3}
        defaultValue={one.message}
        onKeyDown={(event) => {
          if (event.key === "Escape" && !event.nativeEvent.isComposing) onClose();
        }}
        className="w-full rounded border border-muted/75 px-2 py-1 touch:text-input"
      />
      <p className="flex flex-wrap gap-1">
        <button
          className={`${BUTTON} border-accent bg-accent px-4 font-bold text-white hover:bg-accent-strong`}
        >
          保存
        </button>
        <button type="button" onClick={onClose} className={`${BUTTON} border-muted/75 bg-surface px-3`}>
          やめる
        </button>
      </p>
    </form>
  );
}
