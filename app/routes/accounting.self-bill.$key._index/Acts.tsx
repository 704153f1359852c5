import { LinkButton } from "~/components/form/Button";
import { ReadMark } from "~/components/frame/ReadMark";
import type { SelfBillDetail } from "~/lib/selfbill/selfbill.schema";
import { SELF_BILLS } from "~/lib/vocabulary/selfbill";

export function Acts({ doc, unread }: { doc: SelfBillDetail; unread: boolean }) {
  const at = `${SELF_BILLS}/${doc.key}`;
  const again = doc.is_payer && doc.cancelled_time !== null && doc.replaced_by === null;
  return (
    <span className="ml-auto flex flex-wrap gap-2 print:hidden">
      {unread ? <ReadMark action={`${at}/view`} /> : null}
      {doc.may_answer && doc.state !== "disputed" ? (
        <LinkButton href={`${at}/answer?agreed=no`}>相違がある</LinkButton>
      ) : null}
      {doc.may_answer ? (
        <LinkButton tone="primary" href={`${at}/answer`}>
          確認する
        </LinkButton>
      ) : null}
      {doc.is_payer && doc.cannot_cancel === null ? (
        <LinkButton tone="danger" href={`${at}/cancel`}>
          取消
        </LinkButton>
      ) : null}
      {again ? (
        <LinkButton href={`${SELF_BILLS}/new?partner_id=${doc.seller_id}&ym=${doc.ym}&replaces=${doc.key}`}>
          作り直す
        </LinkButton>
      ) : null}
      <LinkButton tone={doc.may_answer ? undefined : "primary"} href={`${at}/print`}>
        印刷
      </LinkButton>
    </span>
  );
}
