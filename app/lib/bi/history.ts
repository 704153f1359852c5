import { DOCUMENT_ACTS } from "~/lib/accounting/log";
import { memberLog } from "~/lib/auth/member";
import { factoryLog } from "~/lib/company/factory.log";
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
const SUBJECTS: Partial<Record<HistoryGroup, Subject[]>> = {
  document: ["delivery", "invoice", "payment"],
  master: ["product", "collaboration", "contact", "destination", "member", "factory"],
  edit: ["card", "order", "file", "quote"],
};

/** Which entries a 種類 takes in: those of `subjects`, and of cards those of `kinds`, or all but `not`. */
export function groupMeant(group: HistoryGroup): { subjects: Subject[]; kinds?: string[]; not?: string[] } {
  const kinds = group in CARD_KINDS ? CARD_KINDS[group as keyof typeof CARD_KINDS] : undefined;
  if (kinds) return { subjects: ["card"], kinds };
  const subjects = SUBJECTS[group]!;
  return group === "edit" ? { subjects, not: Object.values(CARD_KINDS).flat() } : { subjects };
}

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
    ...(isSeller ? (["product"] as const) : []),
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
