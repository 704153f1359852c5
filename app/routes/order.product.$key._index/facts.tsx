import type { Fact } from "~/components/list/Facts";
import { kindAndSize } from "~/lib/file/limit";
import { formatNumber } from "~/lib/money/decimal";
import { QUOTE_LABEL as L } from "~/lib/quote/quote.fields";
import type { QuoteDetail } from "~/lib/quote/quote.row.schema";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

export const FileLinks = ({ files }: { files: QuoteDetail["files"] }) => (
  <span className="flex flex-wrap gap-x-4">
    {files.map((file) => (
      <a key={file.key} href={`/file/${file.key}`} target="_blank" className="break-all">
        {file.name}
        <span className="ml-1 text-note text-muted">{kindAndSize(file)}</span>
      </a>
    ))}
  </span>
);

/** What was asked of everybody; those that a request seldom has are left out when empty. */
export function factsOfQuote(found: QuoteDetail): Fact[] {
  const unit = UNIT_LABEL[found.order_unit];
  return [
    { label: L.name, value: found.name },
    {
      label: "図番・版",
      value: [found.drawing_no, found.drawing_revision].filter(Boolean).join(" "),
    },
    found.material !== null && { label: L.material, value: found.material },
    found.surface !== null && { label: L.surface, value: found.surface },
    found.dimensions !== null && { label: L.dimensions, value: found.dimensions },
    found.unit_weight !== null && { label: L.unit_weight, value: `${formatNumber(found.unit_weight)} kg/個` },
    {
      label: "数量段階",
      value: `${found.quantities.map((one) => formatNumber(one)).join(" / ")} ${unit}`,
    },
    { label: found.is_offer ? "見積日" : "依頼日", value: formatDate(found.request_date) },
    found.deadline !== null && { label: L.deadline, value: `${formatDate(found.deadline)} 24時まで` },
    found.wish_date !== null && { label: L.wish_date, value: formatDate(found.wish_date) },
    found.destination !== null && { label: L.destination, value: found.destination },
    { label: "依頼先", value: found.parts.map((part) => part.seller_name).join("、") },
    !found.is_offer && { label: L.person, value: found.person },
    found.files.length > 0 && { label: "図面・資料", value: <FileLinks files={found.files} /> },
    found.is_sealed && {
      label: "回答の開封",
      value: found.opened_time
        ? `開封済み（${formatDateTime(found.opened_time)} に回答期限を延長）`
        : "回答期限を過ぎるか締め切ってから",
    },
    found.tells_count && { label: "社数", value: `${found.parts.length}社に依頼したことを知らせる` },
    found.note !== null && {
      label: L.note,
      value: <span className="whitespace-pre-wrap">{found.note}</span>,
    },
    found.closed_time !== null && { label: "締切", value: formatDateTime(found.closed_time) },
    found.cancelled_time !== null && {
      label: "取消",
      value: `${formatDateTime(found.cancelled_time)} ${found.cancel_reason ?? ""}`,
    },
  ];
}
