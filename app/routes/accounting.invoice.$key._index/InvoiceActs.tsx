import { LinkButton } from "~/components/form/Button";
import { ReadMark } from "~/components/frame/ReadMark";
import type { Wait } from "~/components/list/Waits";
import type { InvoiceDetail } from "~/lib/accounting/invoice.schema";
import { type Act, nextAct } from "./waits";

type Props = {
  doc: InvoiceDetail;
  own: boolean;
  unread: boolean;
  may_answer: boolean;
  /** What stands in the first line of the page needs no second button. */
  waits: Wait[];
};

export function InvoiceActs({ doc, own, unread, may_answer, waits }: Props) {
  const next = waits.length > 0 ? null : nextAct(doc, own);
  const tone = (act: Act) => (act === next ? "primary" : "secondary");
  const isWaiting = (label: string) => waits.some((one) => one.label === label);
  return (
    <span className="ml-auto flex flex-wrap gap-2 print:hidden">
      {unread ? <ReadMark action={`/accounting/invoice/${doc.key}/view`} /> : null}
      {own && doc.cannot_send === null ? (
        <LinkButton tone={tone("send")} href={`/accounting/invoice/send?key=${doc.key}`}>
          送付
        </LinkButton>
      ) : null}
      {own && doc.cannot_correct === null && !isWaiting("訂正") ? (
        <LinkButton href={`/accounting/invoice/${doc.key}/correct`}>訂正</LinkButton>
      ) : null}
      {own && doc.cannot_cancel === null ? (
        <LinkButton tone="danger" href={`/accounting/invoice/${doc.key}/cancel`}>
          {doc.is_single ? "取消" : "締め解除"}
        </LinkButton>
      ) : null}
      {own && doc.cannot_restore === null ? (
        <LinkButton href={`/accounting/invoice/${doc.key}/restore`}>復元</LinkButton>
      ) : null}
      {doc.open && doc.open > 0 && !isWaiting("入金登録") ? (
        <LinkButton tone={tone("pay")} href={`/accounting/receivable/payment/new?invoice=${doc.key}`}>
          入金登録
        </LinkButton>
      ) : null}
      {doc.open && doc.open < 0 ? (
        <LinkButton
          tone={tone("use")}
          href={`/accounting/receivable/payment/use?buyer_id=${doc.buyer_id}&credit_key=${doc.key}`}
        >
          ほかの請求書に使う
        </LinkButton>
      ) : null}
      {may_answer && !isWaiting("確認・差異を連絡") ? (
        <LinkButton href={`/accounting/invoice/${doc.key}/answer`}>確認・差異を連絡</LinkButton>
      ) : null}
      <LinkButton tone={tone("print")} href={`/accounting/invoice/${doc.key}/print`}>
        印刷
      </LinkButton>
    </span>
  );
}
