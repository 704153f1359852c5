import { DOCUMENT_ACTS } from "~/lib/accounting/log";
import { memberLog } from "~/lib/auth/member";
import { factoryLog } from "~/lib/company/factory.log";
import { indirectLog } from "~/lib/indirect/log";
import { partnerLog } from "~/lib/partner/collaboration";
import { productLog } from "~/lib/product/product.log";
import { PAYMENT_ACTS } from "~/lib/receivable/log";
import { changesOf, noteOf } from "~/lib/task/activity";
import { kindLabel } from "~/lib/task/activity.log";
import type { Subject } from "~/lib/vocabulary/activity";
import type { HistoryGroup, HistoryRow } from "./history.schema";

const CARD_KINDS: Record<Exclude<HistoryGroup, "edit" | "document" | "master">, string[]> = {
  move: ["moved", "placed", "outsourced", "received", "taken_back"],
  start: ["started", "paused", "resumed", "stopped"],
  finish: ["finished", "corrected", "measured"],
  count: ["counted", "defect", "treated", "untreated"],
  divide: ["divided", "merged", "absorbed", "scaled", "unmerged", "released"],
  ship: ["shipped", "unshipped"],
};
/** All other subjects, and what else happens to cards, are 作成・編集. */
const SUBJECTS: Record<"document" | "master", Subject[]> = {
  document: ["delivery", "invoice", "payment"],
  master: ["product", "collaboration", "contact", "destination", "member", "factory"],
};

const texts = (words: readonly string[]) => words.map((word) => `'${word}'`).join(", ");
const CARD_CASES = Object.entries(CARD_KINDS).map(
  ([group, kinds]) => `when "activity"."kind" in (${texts(kinds)}) then '${group}'`,
);
const SUBJECT_CASES = Object.entries(SUBJECTS).map(
  ([group, subjects]) => `when "activity"."subject" in (${texts(subjects)}) then '${group}'`,
);

/**
 * The 種類 of an entry, in the words of the indexes `activity_seller_group` and `activity_buyer_group`: change
 * one and the other follows by a migration. Row-level security lets no function of ours reach an index.
 */
export const GROUP_SQL = `case when "activity"."subject" = 'card' then case ${CARD_CASES.join(" ")} else 'edit' end ${SUBJECT_CASES.join(" ")} else 'edit' end`;

const ADMIN: Subject[] = ["member", "factory", "destination", "contact"];
type Reader = { company_type: "seller" | "buyer" | null; is_admin: boolean; permissions: string[] };

/** As their pages: papers need 会計, 設定 an administrator, and a factory's own books are its own. */
export function subjectsSeen({ company_type, is_admin, permissions }: Reader): Subject[] {
  const isSeller = company_type === "seller";
  const papers: Subject[] = isSeller ? ["delivery", "invoice", "payment"] : ["delivery", "invoice"];
  return [
    "card",
    "order",
    "file",
    "quote",
    ...(isSeller ? (["product", "indirect", "worker_day"] as const) : []),
    ...(isSeller && is_admin ? (["collaboration"] as const) : []),
    ...(permissions.includes("accounting") ? papers : []),
    ...(is_admin ? ADMIN : []),
  ];
}

const SUBJECT_LABEL: Record<Subject, string> = {
  card: "カード",
  order: "注文",
  delivery: "納品書",
  invoice: "請求書",
  payment: "入金",
  member: "アカウント",
  factory: "会社情報",
  destination: "納入先",
  collaboration: "取引条件",
  contact: "取引先",
  file: "ファイル",
  product: "商品",
  quote: "見積",
  indirect: "間接作業",
  worker_day: "日報",
};

function actOf(row: HistoryRow): { what: string; changes: { label: string; from?: string; to?: string }[] } {
  switch (row.subject) {
    case "member":
      return memberLog(row);
    case "factory":
    case "destination":
      return factoryLog(row);
    case "collaboration":
    case "contact":
      return partnerLog(row);
    case "product":
      return productLog([row])[0]!;
    case "indirect":
    case "worker_day":
      return indirectLog(row);
    case "payment":
      return { what: PAYMENT_ACTS[row.kind] ?? row.kind, changes: [] };
    case "delivery":
    case "invoice":
      return { what: DOCUMENT_ACTS[row.kind] ?? row.kind, changes: [] };
    default:
      return { what: kindLabel(row.kind), changes: row.kind === "created" ? [] : changesOf(row) };
  }
}

/** An entry as people read it; what changed stands in the same order in each of the three. */
export function historyLine(row: HistoryRow) {
  const { what, changes } = actOf(row);
  const all = (text: (change: (typeof changes)[number]) => string) => changes.map(text).join("、");
  return {
    what,
    subject: SUBJECT_LABEL[row.subject] ?? row.subject,
    fields: all(({ label }) => label),
    before: all(({ from }) => from ?? "なし"),
    after: all(({ to }) => to ?? "なし"),
    actor: row.is_acting ? `${row.actor_name}（代行）` : row.actor_name,
    note: noteOf(row) ?? "",
  };
}
