import { LinkButton } from "~/components/form/Button";
import { ReadMark } from "~/components/frame/ReadMark";
import type { Order } from "~/lib/order/order.row.schema";

type Props = { of: Order; unread: string | null; waits: boolean };

/** `waits`: an answer is due, which comes before printing. */
export function OrderActs({ of, unread, waits }: Props) {
  return (
    <span className="ml-auto flex flex-wrap gap-2 print:hidden">
      {unread ? <ReadMark action={`/order/${of.key}/seen?until=${encodeURIComponent(unread)}`} /> : null}
      <LinkButton href={`/order/new?from=${of.key}`}>複製</LinkButton>
      {of.cancelled_time === null ? (
        <LinkButton href={`/task/order/${of.key}/change`}>変更を依頼する</LinkButton>
      ) : null}
      <LinkButton tone={waits ? "secondary" : "primary"} href={`/order/${of.key}/print`}>
        印刷
      </LinkButton>
    </span>
  );
}
