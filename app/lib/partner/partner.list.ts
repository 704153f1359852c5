import { type Column, list } from "~/lib/list/list.schema";
import { BANK_SHIFT_LABEL } from "~/lib/time/bankday";
import { HONORIFIC_LABEL, SEND_METHOD_LABEL, type SendMethod } from "~/lib/vocabulary/contact";
import { maturityLabel, PAYMENT_METHOD_LABEL } from "~/lib/vocabulary/maturity";
import { TORITEKI_LABEL } from "~/lib/vocabulary/toriteki";
import { closingLabel, FEE_BEARER_LABEL, KIND_LABEL, payLabel, STATE_LABEL } from "./collaboration";
import { PARTNER_LABEL } from "./partner.fields";
import { type PartnerRow, partnerFilter, partnerRow } from "./partner.schema";

export const PARTNER_TONE = {
  active: "good",
  invited: "warn",
  uninvited: "muted",
  stopped: "muted",
} as const;
const options = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
/** What is agreed with it, as 依頼元 before 協力会社. */
const said = (words: (terms: NonNullable<PartnerRow["terms"]>) => string) => (row: PartnerRow) => {
  const terms = row.terms ?? row.supplier_terms;
  return terms && words(terms);
};
const partnerPath = (id: string, part = "") => `/setting/collaborator/${encodeURIComponent(id)}${part}`;

/** What can be done with a partner from its row; inviting and ending are the administrator's. */
export const partnerActs = (company_id: string, admin: boolean): Column<PartnerRow> => ({
  name: "acts",
  label: "操作",
  kind: "text",
  acts: ({ id, kind, state, is_kept }) => [
    { label: "編集", href: partnerPath(id) },
    ...(kind === "seller" ? [] : [{ label: "納入先", href: partnerPath(id, "/destination") }]),
    { label: "商品", href: `/setting/product?buyer_id=${encodeURIComponent(id)}` },
    ...(state === "stopped"
      ? []
      : [
          {
            label: "チャット",
            href: `/chat/${encodeURIComponent(kind === "seller" ? `${id}_${company_id}` : `${company_id}_${id}`)}`,
          },
        ]),
    ...(admin && is_kept && state !== "stopped" ? [{ label: "招待", href: partnerPath(id, "/invite") }] : []),
    ...(admin && state !== "stopped" ? [{ label: "無効化", href: partnerPath(id, "/stop") }] : []),
  ],
});

/** 依頼元一覧: whoever orders here, and whom the factory orders from. */
export const partnerList = list({
  path: "/setting/collaborator",
  api: "/partners",
  title: "依頼元一覧",
  counter: "社",
  filter: partnerFilter,
  row: partnerRow,
  order: "kana",
  off: [
    "kana",
    "email",
    "registration_number",
    "send_method",
    "num_destinations",
    "num_products",
    "last_chat_time",
  ],
  fields: [
    { name: "q", label: "会社名・カナ・コード・担当者・TEL", kind: "text" },
    { name: "kind", label: "区分", kind: "select", options: options(KIND_LABEL) },
    {
      name: "state",
      label: "状態",
      kind: "select",
      options: [...options(STATE_LABEL), { value: "all", label: "無効も含む" }],
    },
  ],
  columns: [
    { name: "name", label: PARTNER_LABEL.name, kind: "link", sort: true, link: (row) => partnerPath(row.id) },
    { name: "code", label: PARTNER_LABEL.code, kind: "code", sort: true },
    { name: "kana", label: PARTNER_LABEL.kana, kind: "text", sort: true },
    { name: "kind", label: "区分", kind: "text", text: (row) => KIND_LABEL[row.kind], fact: 1 },
    { name: "person", label: PARTNER_LABEL.person, kind: "text" },
    { name: "tel", label: PARTNER_LABEL.tel, kind: "code" },
    { name: "email", label: PARTNER_LABEL.email, kind: "code" },
    { name: "closing", label: "締日", kind: "text", text: said(closingLabel) },
    {
      name: "terms",
      label: "支払条件",
      kind: "text",
      link: (row) => partnerPath(row.id, "/terms"),
      text: said(payLabel),
    },
    {
      name: "registration_number",
      label: PARTNER_LABEL.registration_number,
      kind: "code",
      text: (row) => row.registration_number ?? "未登録",
      tone: (row) => (row.registration_number ? undefined : "warn"),
    },
    {
      name: "send_method",
      label: PARTNER_LABEL.send_method,
      kind: "text",
      text: (row) => row.send_method && SEND_METHOD_LABEL[row.send_method as SendMethod],
    },
    {
      name: "num_destinations",
      label: "納入先",
      kind: "count",
      link: (row) => (row.kind === "seller" ? null : partnerPath(row.id, "/destination")),
      unit: () => "件",
    },
    {
      name: "num_products",
      label: "商品",
      kind: "count",
      link: (row) => `/setting/product?buyer_id=${encodeURIComponent(row.id)}`,
      unit: () => "件",
    },
    {
      name: "num_cards",
      label: "進行中カード",
      kind: "count",
      sort: true,
      link: (row) => `/task/list?buyer_id=${encodeURIComponent(row.id)}`,
      unit: () => "枚",
      fact: 2,
    },
    { name: "balance", label: "売掛残", kind: "yen", sort: true, amount: true },
    { name: "last_chat_time", label: "最終チャット", kind: "datetime", sort: true },
    {
      name: "state",
      label: "状態",
      kind: "state",
      text: (row) => STATE_LABEL[row.state],
      tone: (row) => PARTNER_TONE[row.state],
    },
  ],
  empty: {
    none: {
      text: "依頼元がまだありません。登録すると、カードや書類を作れるようになります。",
      action: { label: "依頼元を追加", href: "/setting/collaborator/new" },
    },
    unmatched: "条件に一致する会社はありません。",
  },
});

/** What the partner's own pages tell, and its import takes: in the CSV, so that it comes back as it went. */
const FURTHER: Column<PartnerRow>[] = [
  { name: "fax", label: PARTNER_LABEL.fax, kind: "code" },
  { name: "postal_code", label: PARTNER_LABEL.postal_code, kind: "code" },
  { name: "address", label: PARTNER_LABEL.address, kind: "text" },
  {
    name: "bank_shift",
    label: "銀行休業日",
    kind: "text",
    text: said((terms) => BANK_SHIFT_LABEL[terms.bank_shift]),
  },
  {
    name: "payment_method",
    label: "支払方法",
    kind: "text",
    text: said((terms) => PAYMENT_METHOD_LABEL[terms.payment_method]),
  },
  { name: "maturity", label: "満期", kind: "text", text: said(maturityLabel) },
  {
    name: "fee_bearer",
    label: "振込手数料",
    kind: "text",
    text: said((terms) => FEE_BEARER_LABEL[terms.fee_bearer]),
  },
  { name: "toriteki", label: "取適法", kind: "text", text: said((terms) => TORITEKI_LABEL[terms.toriteki]) },
  {
    name: "honorific",
    label: PARTNER_LABEL.honorific,
    kind: "text",
    text: (row) => HONORIFIC_LABEL[row.honorific],
  },
  { name: "payee_kana", label: PARTNER_LABEL.payee_kana, kind: "code" },
  { name: "note", label: PARTNER_LABEL.note, kind: "text" },
];
export const partnerSheet = list({ ...partnerList, columns: [...partnerList.columns, ...FURTHER] });
