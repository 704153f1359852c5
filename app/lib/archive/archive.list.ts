import { z } from "zod";
import { list } from "~/lib/list/list.schema";
import { optionalInteger } from "~/lib/money/number.schema";
import { checkbox, optionalChoice, optionalText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { SELF_BILLS } from "~/lib/vocabulary/selfbill";
import { ARCHIVED, ARCHIVED_LABEL, editionOf, FILES } from "./archive";

const MOST = 999_999_999_999;
export const archiveFilter = z.object({
  q: optionalText("書類番号", 60),
  partner: optionalText("取引先", 60),
  from: optionalDate("取引年月日"),
  to: optionalDate("取引年月日"),
  min: optionalInteger("取引金額", -MOST, MOST),
  max: optionalInteger("取引金額", -MOST, MOST),
  no_amount: checkbox(),
  kind: optionalChoice("書類種別", ARCHIVED),
  side: optionalChoice("授受", ["issued", "received"]),
  history: checkbox(),
});
export type ArchiveFilter = z.output<typeof archiveFilter>;

export const archiveRow = z.object({
  id: z.string(),
  kind: z.enum(ARCHIVED),
  key: z.number(),
  /** Of what was sent as a file. */
  file_key: z.string().nullable(),
  /** Of what was asked and answered between the two. */
  quote_key: z.number().nullable(),
  part_key: z.number().nullable(),
  day: z.string(),
  number: z.string(),
  partner_name: z.string(),
  is_issued: z.boolean(),
  registration_number: z.string().nullable(),
  /** With tax; null where the document bears none. */
  amount: z.number().nullable(),
  subtotal: z.number().nullable(),
  correction: z.enum(["red", "black"]).nullable(),
  revision: z.number(),
  cancelled_time: z.string().nullable(),
  cancel_reason: z.string().nullable(),
});
export type ArchiveRow = z.infer<typeof archiveRow>;

export const sideLabel = ({ is_issued }: Pick<ArchiveRow, "is_issued">) => (is_issued ? "発行" : "受領");
/** Which paper of a 見積. */
export const quoteQuery = ({ kind, key, part_key, revision }: ArchiveRow) =>
  kind === "answer" ? { part: part_key, answer: key } : { part: part_key, version: revision };
const searchOf = (query: object) =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
function pathOf(row: ArchiveRow): string {
  const { kind, key, file_key, quote_key, revision } = row;
  if (FILES.includes(kind)) return `/file/${file_key}`;
  if (quote_key !== null) return `/accounting/archive/quote/${quote_key}?${searchOf(quoteQuery(row))}`;
  if (kind === "entry") return `/accounting/payable/bill/${key}`;
  if (kind === "selfbill") return `${SELF_BILLS}/${key}/print`;
  if (kind !== "order") return `/accounting/${kind}/${key}/print`;
  return `/accounting/archive/order/${key}${revision > 1 ? `?version=${revision}` : ""}`;
}

export const archiveList = list({
  path: "/accounting/archive",
  api: "/archive",
  title: "電帳法の検索",
  counter: "件",
  key: "id",
  order: "-day",
  filter: archiveFilter,
  fields: [
    { name: "from", label: "取引年月日（から）", kind: "date" },
    { name: "to", label: "取引年月日（まで）", kind: "date" },
    { name: "partner", label: "取引先", kind: "text" },
    { name: "min", label: "取引金額（円以上）", kind: "text", more: true },
    { name: "max", label: "取引金額（円以下）", kind: "text", more: true },
    { name: "no_amount", label: "金額なし", kind: "check", more: true },
    {
      name: "kind",
      label: "書類種別",
      kind: "select",
      more: true,
      options: ARCHIVED.map((value) => ({ value, label: ARCHIVED_LABEL[value] })),
    },
    {
      name: "side",
      label: "授受",
      kind: "select",
      more: true,
      options: [
        { value: "issued", label: "発行" },
        { value: "received", label: "受領" },
      ],
    },
    { name: "q", label: "書類番号・ファイル名", kind: "text", more: true },
    { name: "history", label: "履歴を含む（取消・訂正前）", kind: "check", more: true },
  ],
  row: archiveRow,
  columns: [
    { name: "number", label: "書類番号・ファイル名", kind: "code", sort: true, link: pathOf },
    { name: "day", label: "取引年月日", kind: "date", sort: true },
    { name: "amount", label: "取引金額（税込）", kind: "yen", amount: true, sort: true, fact: 2 },
    { name: "partner_name", label: "取引先", kind: "text", fact: 1 },
    { name: "kind", label: "書類種別", kind: "text", text: (row) => ARCHIVED_LABEL[row.kind] },
    { name: "is_issued", label: "授受", kind: "text", text: sideLabel },
    { name: "subtotal", label: "税抜", kind: "yen", amount: true },
    {
      name: "revision",
      label: "版",
      kind: "state",
      text: (row) => editionOf(row) || null,
      tone: (row) => (row.cancelled_time ? "muted" : "warn"),
    },
    { name: "cancel_reason", label: "取消の理由", kind: "text" },
    { name: "registration_number", label: "登録番号", kind: "code", sheet: true },
  ],
  empty: {
    none: { text: "書類はまだありません。発行した書類と受け取った書類が、ここで探せます。" },
    unmatched: "条件に一致する書類はありません。",
  },
});
