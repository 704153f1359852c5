import { Chat } from "./Chat";
import type { Start } from "./state";

type Props = { start: Start; fresh: string; typed?: string; error?: string };

export function ChatPage(props: Props) {
  return (
    <div className="grid gap-3">
      <h1 className={props.start.room ? (props.start.me.acts ? "sr-only" : "max-desk:sr-only") : ""}>
        チャット
      </h1>
      <div data-island="chat" data-props={JSON.stringify(props)}>
        <Chat {...props} live={false} />
      </div>
    </div>
  );
}
