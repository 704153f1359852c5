import { RadioField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea, TextField, YenField } from "~/components/form/fields";
import { PostalField } from "~/components/form/PostalField";
import { Facts } from "~/components/list/Facts";
import { PARTNER_LABEL } from "~/lib/partner/partner.fields";
import type { PartnerDetail } from "~/lib/partner/partner.schema";
import { contactFacts, EMPLOYEES_LABEL, HONORIFIC_LABEL, SEND_METHOD_LABEL } from "~/lib/vocabulary/contact";

const options = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const KINDS = ["普通", "当座"].map((value) => ({ value, label: value }));

export function ContactFields({ partner }: { partner: Pick<PartnerDetail, "is_kept" | "facts" | "id"> }) {
  return (
    <>
      <FieldSet legend="連絡先" columns={2}>
        <p className="col-span-full text-note text-muted">
          自社だけに見えます。空の欄は、お相手の会社情報が使われます。
        </p>
        <TextField name="code" label={PARTNER_LABEL.code} optional width="short" />
        <TextField name="kana" label={PARTNER_LABEL.kana} optional />
        <TextField name="person" label={PARTNER_LABEL.person} optional />
        <TextField name="tel" label={PARTNER_LABEL.tel} optional type="tel" />
        <TextField name="email" label={PARTNER_LABEL.email} optional type="email" />
        <TextArea name="note" label={PARTNER_LABEL.note} optional rows={2} />
      </FieldSet>
      <FieldSet legend="会社" columns={partner.is_kept ? 2 : 1}>
        {partner.is_kept ? (
          <>
            <p className="col-span-full text-note text-muted">
              お相手が利用を始めるまで、こちらで変更できます。これから作る書類の宛名になります。
            </p>
            <TextField name="name" label={PARTNER_LABEL.name} optional />
            <PostalField />
            <TextField name="address" label={PARTNER_LABEL.address} optional />
            <TextField name="fax" label={PARTNER_LABEL.fax} optional type="tel" />
            <TextField
              name="registration_number"
              label={PARTNER_LABEL.registration_number}
              optional
              help="T と13桁の数字（例：T1234567890123）。"
            />
          </>
        ) : (
          <>
            <p className="text-note text-muted">お相手の会社が登録した情報です。</p>
            <CompanyFacts partner={partner} />
          </>
        )}
      </FieldSet>
      <FieldSet legend="書類の送り先と振込" columns={2}>
        <RadioField name="honorific" label={PARTNER_LABEL.honorific} options={options(HONORIFIC_LABEL)} />
        <SelectField
          name="send_method"
          label={PARTNER_LABEL.send_method}
          optional
          options={options(SEND_METHOD_LABEL)}
        />
        <TextField
          name="payee_kana"
          label={PARTNER_LABEL.payee_kana}
          optional
          help="通帳に出る名義です（例：カ）タナカサンギヨウ）。"
        />
        <SelectField
          name="employees"
          label="従業員数"
          optional
          options={options(EMPLOYEES_LABEL)}
          width="short"
        />
        <YenField
          name="capital"
          label="資本金"
          optional
          help="従業員数と合わせて、取適法の判定に使います。"
        />
        <div
          className="col-span-full grid items-start gap-4 border-t border-line pt-4 desk:grid-cols-3"
          role="group"
          aria-label="口座"
        >
          <TextField name="bank_accounts[0].bank_name" label="銀行名" optional />
          <TextField name="bank_accounts[0].branch_name" label="支店名" optional />
          <SelectField name="bank_accounts[0].kind" label="預金種目" optional options={KINDS} width="full" />
          <TextField name="bank_accounts[0].number" label="口座番号" optional />
          <TextField
            name="bank_accounts[0].holder"
            label="口座名義"
            optional
            help="通帳のとおりのカナ（例 ヤマダセイキ（カ）。漢字のままでは総合振込に使えません"
          />
        </div>
      </FieldSet>
    </>
  );
}

export function CompanyFacts({ partner: { id, facts } }: { partner: Pick<PartnerDetail, "facts" | "id"> }) {
  return <Facts facts={[{ label: "会社ID", value: id }, ...contactFacts(facts)]} />;
}
