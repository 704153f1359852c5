import { ACTIVITY_LABEL } from "~/lib/log/activity.schema";
import { type CsvKind, toCsv } from "~/lib/text/csv";
import { formatDateTime } from "~/lib/time/date";
import { DECLINE_LABEL, PASS_LABEL } from "~/lib/vocabulary/quote";
import { ARCHIVED_LABEL, editionOf, LOGGED_LABEL } from "./archive";
import { type ArchiveRow, sideLabel } from "./archive.list";
import type { ArchiveLog } from "./archive.schema";

const HEADS = ["連番", "取引年月日", "取引金額", "取引先", "書類種別", "書類番号"].concat([
  "授受区分",
  "登録番号",
  "版",
  "ファイル名",
  "SHA-256",
  "備考",
]);
const KINDS: CsvKind[] = HEADS.map((head) => (head === "取引金額" ? "number" : "text"));

/** 索引簿: the first five in the order of the tax office's own example. */
export const indexCsv = (rows: (ArchiveRow & { file: string; sha256: string })[]): string =>
  toCsv(
    [
      HEADS,
      ...rows.map((row, at) => [
        String(at + 1).padStart(4, "0"),
        row.day.replaceAll("-", ""),
        row.amount,
        row.partner_name,
        ARCHIVED_LABEL[row.kind],
        row.number,
        sideLabel(row),
        row.registration_number,
        editionOf(row),
        row.file,
        row.sha256,
        row.cancel_reason,
      ]),
    ],
    KINDS,
  );

const QUOTE_ACTS: Record<string, string> = {
  answered: "見積の送信",
  renewed: "有効期限の延長",
  withdrawn: "見積の取り下げ",
  asked: "再見積の求め",
  extended: "回答期限の変更",
  closed: "締切",
  returned: "辞退の取消",
  passed: "見送り",
  awarded: "採用",
  unawarded: "採用の取消",
};
const FIELDS: Record<string, string> = {
  number: "番号",
  order_id: "注文番号",
  order_date: "依頼日",
  delivery_date: "納品日",
  num_lines: "行数",
  ym: "請求月",
  billing_ym: "請求月",
  subtotal: "税抜",
  tax: "消費税",
  total: "税込",
  billed_now: "今回請求額",
  version: "版",
  reason: "理由",
  deadline: "回答期限",
  is_late: "期限後",
  valid_until: "有効期限",
  num_items: "数量",
  unit_price: "単価",
  viewed_time: "閲覧日時",
  cancelled_time: "取消日時",
  self_billed: "支払通知書",
};
const plainText = (value: unknown) =>
  typeof value === "boolean" ? (value ? "はい" : "いいえ") : String(value ?? "");
const valueText = (name: string, value: unknown) =>
  name === "reason"
    ? (REASONS[String(value)] ?? String(value))
    : name.endsWith("_time") && typeof value === "string"
      ? formatDateTime(value)
      : plainText(value);
const REASONS: Record<string, string> = { ...DECLINE_LABEL, ...PASS_LABEL };
const said = (values: Record<string, unknown>) =>
  Object.entries(values)
    .map(([name, value]) => `${FIELDS[name] ?? name}=${valueText(name, value)}`)
    .join("; ");

/** 訂正削除履歴: who did what to which document, when and why (R3-4). */
export const historyCsv = (log: ArchiveLog["items"]): string =>
  toCsv([
    ["書類種別", "書類番号", "日時", "操作", "実行者", "変更前", "変更後", "理由"],
    ...log.map((one) => [
      LOGGED_LABEL[one.subject],
      one.number,
      formatDateTime(one.at),
      (one.subject === "quote" ? QUOTE_ACTS[one.kind] : undefined) ?? ACTIVITY_LABEL[one.kind] ?? one.kind,
      one.actor_name,
      said(one.before),
      said(one.after),
      one.reason,
    ]),
  ]);
