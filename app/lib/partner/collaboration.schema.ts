import { z } from "zod";
import { closing, metaInput } from "~/lib/company/factory.edit.schema";
import { optionalInteger, quantity } from "~/lib/money/number.schema";
import { email, optionalEmail } from "~/lib/text/contact.schema";
import { crossField } from "~/lib/text/cross.field";
import {
  checkbox,
  choice,
  code,
  emptyText,
  optional,
  optionalChoice,
  optionalCode,
  version,
} from "~/lib/text/text.schema";
import { MATURITY_UNITS, maturityProblem, maturityUnsaid, PAYMENT_METHODS } from "~/lib/vocabulary/maturity";
import { OVER_BILLS, REST_BASES } from "~/lib/vocabulary/tolerance";
import { TORITEKI } from "~/lib/vocabulary/toriteki";
import { feeProblem, lateProblem } from "./collaboration";
import { PARTNER_LABEL, partnerFields } from "./partner.fields";

export const INVOICE_BASES = ["monthly", "delivery_note"] as const;
export const FEE_BEARERS = ["payer", "payee"] as const;

const { is_payment_last_date, payment_date, pay_month, pay_day, bank_shift, amount_rounding, tax_rounding } =
  metaInput.shape;

/** None is said: none is allowed. */
const percent = (label: string) =>
  z.preprocess(
    (value) => (value === undefined || value === "" ? "0" : value),
    quantity(label, { max: "100" }),
  );

const terms = {
  is_payment_last_date,
  payment_date,
  pay_month,
  pay_day,
  bank_shift,
  amount_rounding,
  tax_rounding,
  invoice_basis: choice("請求書の作り方", INVOICE_BASES),
  show_carry_over: checkbox(),
  fee_bearer: choice("振込手数料", FEE_BEARERS),
  toriteki: choice("取適法", TORITEKI),
  payment_method: z.preprocess((value) => value || "transfer", choice("支払方法", PAYMENT_METHODS)),
  maturity: optionalInteger("満期", 0, 365),
  maturity_unit: optionalChoice("満期の数え方", MATURITY_UNITS),
  over_pct: percent("超過の許容差"),
  under_pct: percent("不足の許容差"),
  over_bill: z.preprocess((value) => value || "delivered", choice("注文数を超えた分", OVER_BILLS)),
  rest_base: z.preprocess((value) => value || "delivered", choice("注文残の数え方", REST_BASES)),
};
type Agreed = z.output<z.ZodObject<typeof terms>>;

const agreeable = [
  ...closing,
  crossField<Agreed, "fee_bearer" | "toriteki">(["fee_bearer", "toriteki"], feeProblem),
  crossField<
    Agreed,
    "pay_day" | "pay_month" | "payment_date" | "is_payment_last_date" | "bank_shift" | "toriteki"
  >(["pay_day", "pay_month", "payment_date", "is_payment_last_date", "bank_shift", "toriteki"], (given) =>
    !given.is_payment_last_date && given.payment_date === undefined
      ? null
      : lateProblem({ ...given, payment_date: given.payment_date ?? null }),
  ),
  crossField<Agreed, "maturity" | "payment_method">(["maturity", "payment_method"], maturityUnsaid),
  crossField<Agreed, "maturity" | "payment_method" | "toriteki">(
    ["maturity", "payment_method", "toriteki"],
    maturityProblem,
  ),
];

export const side = z.object({ side: z.enum(["buyer", "seller"]).optional() });
/** The other company's id: product §7 names a collaboration by it. */
export const ofCollaborator = z.object({ buyerId: z.string().max(40) });

export const collaborationChange = z.object({ version, ...terms }).check(...agreeable);
export type CollaborationChange = z.output<typeof collaborationChange>;

export const toritekiInput = z.object({
  version,
  side: z.enum(["buyer", "seller"]).default("seller"),
  toriteki: terms.toriteki,
});

const NOTED_LATER = "お相手が承認したあと、連絡先で登録してください";

/** A company that is here already by its id and an address there, or a new one (D5). */
export const collaborationInput = z
  .object({
    kind: choice("登録のしかた", ["new", "existing"]),
    relation: choice("区分", ["buyer", "seller"]),
    id: optionalCode("会社ID", 40),
    name: optional(partnerFields.name),
    kana: partnerFields.kana,
    company_type: optionalChoice("会社の種類", ["buyer", "seller"]),
    email: optionalEmail("メールアドレス"),
    person: partnerFields.person,
    postal_code: partnerFields.postal_code,
    address: partnerFields.address,
    tel: partnerFields.tel,
    code: partnerFields.code,
    ...terms,
  })
  .check(
    ...agreeable,
    crossField(["name", "kind"], ({ kind, name }) =>
      kind === "new" && name === undefined ? emptyText(PARTNER_LABEL.name) : null,
    ),
    crossField(["id", "kind"], ({ kind, id }) =>
      kind === "existing" && id === undefined ? emptyText("会社ID") : null,
    ),
    crossField(["code", "kind"], ({ kind, code: noted }) =>
      kind === "existing" && noted !== undefined ? NOTED_LATER : null,
    ),
    crossField(["person", "kind"], ({ kind, person }) =>
      kind === "existing" && person !== undefined ? NOTED_LATER : null,
    ),
    crossField(["email", "kind"], ({ kind, email: address }) =>
      kind === "existing" && address === undefined ? emptyText("メールアドレス") : null,
    ),
  );
export type CollaborationInput = z.output<typeof collaborationInput>;

export const collaborationForm = {
  new: collaborationInput.safeExtend({ name: partnerFields.name }),
  existing: collaborationInput.safeExtend({ id: code("会社ID", 40), email: email("メールアドレス") }),
};

/** `name` is null where the other side has still to say yes. */
export const collaborationMade = z.object({
  id: z.string(),
  name: z.string().nullable(),
  is_invited: z.boolean(),
  is_waiting: z.boolean(),
});
export const invitationInput = z.object({
  email: optionalEmail("メールアドレス"),
  person: partnerFields.person,
});
export const invitationSent = z.object({ id: z.string(), name: z.string(), email: z.string() });
const chosen = "取引先を選択してください";
export const partnerId = z.string({ error: chosen }).regex(/^[a-z0-9-]{1,40}$/, { error: chosen });
export const partnerIds = z.object({
  ids: z.preprocess(
    (value) => (value === undefined || value === "" ? [] : [value].flat()),
    z.array(partnerId).min(1, { error: chosen }).max(1000),
  ),
});
