import { Button } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { Chat } from "./Chat";
import type { Start } from "./state";

type Props = { start: Start; fresh: string; typed?: string; error?: string };

export function ChatPage(props: Props) {
  const { room, me } = props.start;
  return (
    <div className="grid gap-3">
      {room ? (
        <a href="#chat-text" className="skip">
          入力欄へ
        </a>
      ) : null}
      {/* On a phone the room alone is the page; so it is below the bar of staff who stand in. */}
      <div className={`flex flex-wrap items-center justify-between gap-2 ${room ? "max-desk:contents" : ""}`}>
        <h1 className={room ? (me.acts ? "sr-only" : "led") : ""}>チャット</h1>
        {room && me.acts ? null : (
          <form
            method="get"
            action="/chat/search"
            role="search"
            aria-label="すべてのルームの検索"
            className={`flex gap-2 ${room ? "max-desk:hidden" : ""}`}
          >
            <input
              type="search"
              name="q"
              aria-label="すべてのルームを検索"
              placeholder="すべてのルームを検索"
              maxLength={100}
              className={`${INPUT} min-w-0 flex-1`}
            />
            <Button>検索</Button>
          </form>
        )}
      </div>
      <div data-island="chat" data-props={JSON.stringify(props)}>
        <Chat {...props} live={false} />
      </div>
    </div>
  );
}
