/** What a company says of itself, in the order in which it is read. */
export const CONTACT_LABEL = {
  kana: "カナ",
  postal_code: "郵便番号",
  address: "住所",
  tel: "TEL",
  fax: "FAX",
  email: "メール",
  registration_number: "登録番号",
} as const;
export const contactFacts = (
  company: Partial<Record<keyof typeof CONTACT_LABEL, string | null>>,
): { label: string; value?: string | null }[] =>
  (Object.keys(CONTACT_LABEL) as (keyof typeof CONTACT_LABEL)[]).map((name) => ({
    label: CONTACT_LABEL[name],
    value: company[name],
  }));

export const HONORIFICS = ["onchu", "sama", "none"] as const;
export const SEND_METHODS = ["app", "mail", "post", "fax", "hand"] as const;
export const EMPLOYEES = ["to_100", "to_300", "over_300"] as const;
export type Honorific = (typeof HONORIFICS)[number];
export type SendMethod = (typeof SEND_METHODS)[number];
export type Employees = (typeof EMPLOYEES)[number];
export const HONORIFIC_LABEL: Record<Honorific, string> = { onchu: "御中", sama: "様", none: "なし" };
export const SEND_METHOD_LABEL: Record<SendMethod, string> = {
  app: "この画面で閲覧",
  mail: "メール",
  post: "郵送",
  fax: "FAX",
  hand: "手渡し",
};
export const EMPLOYEES_LABEL: Record<Employees, string> = {
  to_100: "100人以下",
  to_300: "101〜300人",
  over_300: "300人超",
};
