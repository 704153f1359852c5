import { LinkButton } from "~/components/form/Button";
import { ReadMark } from "~/components/frame/ReadMark";
import type { DeliveryDetail } from "~/lib/accounting/delivery.schema";

type Props = { doc: DeliveryDetail; own: boolean; unread: boolean; waits: boolean; certified: boolean };

export function DeliveryActs({ doc, own, unread, waits, certified }: Props) {
  const cards = doc.lines.flatMap(({ card_key }) => (card_key === null ? [] : [["card", String(card_key)]]));
  const again = new URLSearchParams([["buyer_id", doc.buyer_id], ["unshipped", "on"], ...cards]);
  return (
    <span className="ml-auto flex flex-wrap gap-2 print:hidden">
      {unread ? <ReadMark action={`/accounting/delivery/${doc.key}/view`} /> : null}
      {own && doc.cannot_send === null ? (
        <LinkButton href={`/accounting/delivery/send?key=${doc.key}`}>送付</LinkButton>
      ) : null}
      {own && doc.cannot_cancel === null ? (
        <LinkButton tone="danger" href={`/accounting/delivery/${doc.key}/cancel`}>
          取消
        </LinkButton>
      ) : null}
      {own && doc.cannot_restore === null ? (
        <LinkButton href={`/accounting/delivery/${doc.key}/restore`}>復元</LinkButton>
      ) : null}
      {own && doc.cancelled_time ? (
        <LinkButton href={`/accounting/delivery/new?${again}`}>納品書を作り直す</LinkButton>
      ) : null}
      {certified ? (
        <LinkButton href={`/accounting/delivery/${doc.key}/certificate`}>検査成績書</LinkButton>
      ) : null}
      {own || doc.cancelled_time ? null : (
        <LinkButton href={`/accounting/delivery/${doc.key}/difference`}>差異を連絡</LinkButton>
      )}
      <LinkButton tone={waits ? "secondary" : "primary"} href={`/accounting/delivery/${doc.key}/print`}>
        印刷
      </LinkButton>
    </span>
  );
}
