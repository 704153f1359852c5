import type { Message } from "~/lib/chat/message.schema";
import { LINK } from "./More";
import { clock } from "./state";
import type { MessageView } from "./view";

function Order({ one, view: { room, company } }: { one: Message; view: MessageView }) {
  const seller = room.split("_")[0] === company;
  return (
    <p className="text-center text-note text-muted">
      {one.message}
      <a
        href={`${seller ? "/task/order" : "/order"}/${one.order!.key}`}
        className="ml-2 text-accent underline"
      >
        依頼書を開く
      </a>
      <span className="ml-2 tabular-nums">
        {one.ownerName} {clock(one.createdAt)}
      </span>
    </p>
  );
}

/** What the product says of orders: one small line, however many there are in a row. */
export function Orders({ group, view }: { group: Message[]; view: MessageView }) {
  const [first, ...more] = group;
  if (more.length === 0) return <Order one={first!} view={view} />;
  return (
    <details className="text-center text-note text-muted">
      <summary className={LINK}>
        依頼の知らせ {group.length}件
        <span className="ml-2 tabular-nums">
          {clock(first!.createdAt)}～{clock(more.at(-1)!.createdAt)}
        </span>
      </summary>
      {group.map((one) => (
        <Order key={one.number} one={one} view={view} />
      ))}
    </details>
  );
}
