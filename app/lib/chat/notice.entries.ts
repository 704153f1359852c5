import { AGREEMENT_LABEL, FIELDS } from "~/lib/fields/agreement";
import type { Entry } from "~/lib/log/entry";
import type { NewNotice } from "~/lib/notice/notice.server";
import { formatDate } from "~/lib/time/date";
import type { Notice } from "~/lib/vocabulary/notice";
import { SELF_BILL, SELF_BILLS } from "~/lib/vocabulary/selfbill";

type Author = { company_id: string; company_name: string; now: string };
type Concern = {
  to: string;
  kind: Notice;
  what: (count: number, first: string) => string;
  path: string;
  name: string;
  title?: string;
};

const several = (name: string, count: number) => (count > 1 ? `${name}ほか${count - 1}枚` : name);
/** Of 納品書 and 請求書, by the other side. */
const INSPECTED: Record<string, string> = {
  inspected: "が検収されました",
  difference: "に差異の連絡があります",
  deemed: "がみなし検収になりました",
  answered: "の連絡に回答があります",
  uninspected: "の検収が取り消されました",
  asked: "のみなし検収の取消を依頼されました",
  reworked: "の手直しが合格になりました",
  confirmed: "が確認されました",
  disputed: "に差異の連絡があります",
};
const DOCUMENTS = {
  delivery: ["/accounting/delivery", "納品書"],
  invoice: ["/accounting/invoice", "請求書"],
} as const;
/** Of what two companies agreed, by what has changed with it. */
const agreedOn = (after: Entry["after"]) => {
  const field = FIELDS.find((name) => name in after);
  return field ? `${AGREEMENT_LABEL[field]}の合意` : "合意";
};
const dated = (value: unknown) => (typeof value === "string" ? formatDate(value) : "");

/**
 * Whom an entry of the log concerns but the one who wrote it, and how it is said; null for what nobody has to
 * know at once.
 */
function concerns(
  { subject, subject_key, kind, seller_id, buyer_id, before, after, reason, about }: Entry,
  by: Author,
): Concern | null {
  if (seller_id === buyer_id) return null;
  const other = by.company_id === seller_id ? buyer_id : seller_id;
  const name = about ?? "カード";
  const card = (
    notice: Notice,
    what: Concern["what"],
    { to = other, title }: { to?: string; title?: string } = {},
  ): Concern => ({ to, kind: notice, what, path: `/task/${subject_key}`, name, title });
  if (subject === "card") {
    switch (kind) {
      case "accepted":
        return card("agreed", (n, first) => `${several(first, n)}が承諾されました`, { title: "依頼の承諾" });
      case "declined":
        return card("declined", (n, first) => `${several(first, n)}が断られました：${reason ?? ""}`, {
          title: "依頼の断り",
        });
      case "proposed":
        return card(
          "delivery_date",
          (n, first) =>
            `${several(first, n)}の納期に ${dated(after.proposed_delivery_date)} を提案されました`,
        );
      case "agreed":
        return card("agreed", (n, first) => `${several(first, n)}の納期の提案が受け入れられました`, {
          title: "納期の合意",
        });
      case "refused":
        return card("declined", (n, first) => `${several(first, n)}の納期の提案が断られました`, {
          title: "納期の断り",
        });
      case "settled":
        return card("agreed", (n, first) => `${several(first, n)}について合意しました：${reason ?? ""}`, {
          title: agreedOn(after),
        });
      case "shipped":
        return card("shipped", (n, first) => `${several(first, n)}が出荷されました`);
      case "defect":
        return card("defect", (n, first) => `${several(first, n)}に不良が登録されました`, { to: seller_id });
      case "edited":
        return "delivery_date" in after && after.delivery_date !== before.delivery_date
          ? card(
              "delivery_date",
              (n, first) => `${several(first, n)}の納期が ${dated(after.delivery_date)} になりました`,
            )
          : null;
      default:
        return null;
    }
  }
  const page = (path: string, notice: Notice, text: string): Concern => ({
    to: other,
    kind: notice,
    what: () => text,
    path: `${path}/${subject_key}`,
    name: "",
  });
  if (subject === "order") {
    const path = other === seller_id ? "/task/order" : "/order";
    if (kind === "sent")
      return page(path, "order", `新規依頼が届きました（${String(after.order_id ?? "")}）`);
    if (kind === "reminded")
      return page(path, "order", `依頼 ${String(after.order_id ?? "")} への回答をお願いします`);
    return kind === "cancelled"
      ? page(path, "order", `依頼が取り消されました（${String(after.order_id ?? before.order_id ?? "")}）`)
      : null;
  }
  if (subject === "delivery" || subject === "invoice") {
    const [path, label] = after.self_billed === true ? [SELF_BILLS, SELF_BILL] : DOCUMENTS[subject];
    if (kind === "issued")
      return page(path, "document", `${label}が届きました（${String(after.number ?? "")}）`);
    if (kind === "restored")
      return page(
        path,
        "document",
        `取り消された${label}が、元に戻されました（${String(after.number ?? "")}）`,
      );
    if (kind === "cancelled") return page(path, "document", `${label}が取り消されました`);
    const said = INSPECTED[kind];
    // Without its reason: prices are not for those who are told and have no 経理.
    return said ? page(path, "document", `${label} ${about ?? ""}${said}`) : null;
  }
  return null;
}

/** What these entries give to know, said together where many say the same. */
export function noticesOf(entries: Entry[], by: Author): NewNotice[] {
  const groups = new Map<string, Concern[]>();
  for (const entry of entries) {
    const one = concerns(entry, by);
    if (one)
      groups.set(`${one.to} ${entry.subject} ${entry.kind}`, [
        ...(groups.get(`${one.to} ${entry.subject} ${entry.kind}`) ?? []),
        one,
      ]);
  }
  return [...groups.values()].flatMap((all) => {
    const [first] = all;
    const told = all.length > 1 && first!.name ? [first!] : all;
    return told.map((one) => ({
      company_id: one.to,
      kind: one.kind,
      title: one.title,
      path: one.path,
      at: by.now,
      text: `${one.to === by.company_id ? "" : `${by.company_name}：`}${one.what(first!.name ? all.length : 1, one.name)}`,
    }));
  });
}
