import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { HiddenField, TextField } from "~/components/form/fields";
import { PostalField } from "~/components/form/PostalField";
import { PARTNER_LABEL } from "~/lib/partner/partner.fields";

const TYPES = [
  { value: "buyer", label: "発注だけをする会社" },
  { value: "seller", label: "工場（受注もする会社）" },
];
const RELATIONS = [
  { value: "buyer", label: "依頼元（注文をもらう）" },
  { value: "seller", label: "協力会社（外注に出す）" },
];

/** Whom one is to work with: a company that is entered now, or one that is here already. */
export function CompanyFields({ kind }: { kind: "new" | "existing" }) {
  return (
    <FieldSet legend="会社" columns={2}>
      <HiddenField name="kind" value={kind} />
      <div className="col-span-full">
        <RadioField name="relation" label="区分" options={RELATIONS} />
      </div>
      {kind === "existing" ? (
        <>
          <TextField name="id" label="会社ID" help="お相手の「会社・ユーザー情報」に表示されています。" />
          <TextField
            name="email"
            label="お相手のメールアドレス"
            type="email"
            help="お相手の会社で使っているユーザーのメールアドレスです。依頼は、お相手の会社の管理者に届きます。"
          />
        </>
      ) : (
        <>
          <TextField
            name="name"
            label={PARTNER_LABEL.name}
            help="（株）などと略さず、正式な名称で入力してください。"
          />
          <TextField name="kana" label={PARTNER_LABEL.kana} optional />
          <PostalField />
          <TextField name="address" label={PARTNER_LABEL.address} optional />
          <TextField name="tel" label={PARTNER_LABEL.tel} optional type="tel" />
          <RadioField
            name="company_type"
            label="会社の種類"
            optional
            options={TYPES}
            help="協力会社は工場として登録します。"
          />
          <TextField
            name="email"
            label="メールアドレス"
            optional
            type="email"
            help="入力すると、最初の管理者として招待し、仮パスワードを送ります。空のときは、あとから招待できます。"
          />
        </>
      )}
      {kind === "new" ? (
        <>
          <TextField name="person" label={PARTNER_LABEL.person} optional help="招待する人の氏名です。" />
          <TextField
            name="code"
            label={PARTNER_LABEL.code}
            optional
            width="short"
            help="自社で使っている取引先コードです。"
          />
        </>
      ) : null}
    </FieldSet>
  );
}
