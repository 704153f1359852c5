import { z } from "zod";
import { list } from "~/lib/list/list.schema";
import { optionalChoice, optionalText } from "~/lib/text/text.schema";
import { PAYEE_STATE_LABEL, PAYEE_STATES, PAYEE_TONE } from "./payee";
import { PAYEE_LABEL, payeeRow } from "./payee.schema";

export const PAYEES = "/setting/payee";
export const payeePath = (id: string) => `${PAYEES}/${encodeURIComponent(id)}`;

export const payeeFilter = z.object({
  q: optionalText("検索", 60),
  state: optionalChoice("状態", PAYEE_STATES),
});

export const payeeList = list({
  path: PAYEES,
  api: "/payees",
  title: "振込先の口座",
  counter: "社",
  key: "partner_id",
  order: "partner_name",
  whole: true,
  filter: payeeFilter,
  row: payeeRow,
  searched: ({ partner_name, partner_kana, name, bank_kana }) => [
    partner_name,
    partner_kana,
    name,
    bank_kana,
  ],
  fields: [
    { name: "q", label: "支払先・カナ・受取人名・銀行", kind: "text" },
    {
      name: "state",
      label: "状態",
      kind: "select",
      options: PAYEE_STATES.map((value) => ({ value, label: PAYEE_STATE_LABEL[value] })),
    },
  ],
  columns: [
    {
      name: "partner_name",
      label: "支払先",
      kind: "link",
      sort: true,
      link: (row) => payeePath(row.partner_id),
    },
    {
      name: "state",
      label: "状態",
      kind: "state",
      text: (row) => PAYEE_STATE_LABEL[row.state],
      tone: (row) => PAYEE_TONE[row.state],
    },
    { name: "bank_code", label: PAYEE_LABEL.bank_code, kind: "code" },
    { name: "bank_kana", label: PAYEE_LABEL.bank_kana, kind: "text" },
    { name: "branch_code", label: PAYEE_LABEL.branch_code, kind: "code" },
    { name: "branch_kana", label: PAYEE_LABEL.branch_kana, kind: "text" },
    { name: "kind", label: PAYEE_LABEL.kind, kind: "text" },
    { name: "number", label: PAYEE_LABEL.number, kind: "code", fact: 2 },
    { name: "name", label: PAYEE_LABEL.name, kind: "text", fact: 1 },
    { name: "changed_time", label: "登録・変更", kind: "datetime" },
    { name: "changed_name", label: "変えた人", kind: "text" },
    { name: "confirmed_name", label: "確認した人", kind: "text" },
  ],
  empty: {
    none: {
      text: "振込先にできる協力会社がありません。",
      action: { label: "協力会社を登録する", href: "/setting/collaborator/new" },
    },
    unmatched: "条件に一致する支払先はありません。",
  },
});
