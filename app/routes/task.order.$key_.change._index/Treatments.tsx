import { AskedField, CheckField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea } from "~/components/form/fields";
import {
  AMENDMENT_CAUSES,
  CAUSE_LABEL,
  DRAWING_LABEL,
  DRAWING_TREATMENTS,
  RETURN_LABEL,
  RETURN_TREATMENTS,
  SURPLUS_LABEL,
  SURPLUS_TREATMENTS,
} from "~/lib/vocabulary/amendment";

const optionsOf = <V extends string>(values: readonly V[], labels: Record<V, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** What becomes of the pieces that are on their way. */
export function Treatments({ reprices }: { reprices: boolean }) {
  return (
    <FieldSet legend="理由と、進んでいる分の扱い" columns={3}>
      <TextArea name="words" label="変更の理由" rows={2} help="相手に見えます" />
      <SelectField
        name="cause"
        label="納期変更の原因"
        optional
        either
        width="full"
        help="納期を変えるときは、選択してください"
        options={optionsOf(AMENDMENT_CAUSES, CAUSE_LABEL)}
      />
      <SelectField
        name="made"
        label="できている分の余り"
        optional
        width="full"
        options={optionsOf(SURPLUS_TREATMENTS, SURPLUS_LABEL)}
        help="在庫管理をしている商品は依頼先の在庫に入り、廃棄は依頼先の不良に載ります"
      />
      <SelectField
        name="wip"
        label="作業中の分の余り"
        optional
        width="full"
        options={optionsOf(SURPLUS_TREATMENTS, SURPLUS_LABEL)}
        help="在庫へは、依頼先の在庫用のカードになります"
      />
      <SelectField
        name="returned"
        label="出荷済みの分"
        optional
        width="full"
        options={optionsOf(RETURN_TREATMENTS, RETURN_LABEL)}
        help="買取にした分は注文から外れます"
      />
      <SelectField
        name="drawing"
        label="旧い図面で作った分"
        optional
        width="full"
        options={optionsOf(DRAWING_TREATMENTS, DRAWING_LABEL)}
        help="作り直すと旧い図面の分は出荷できなくなり、同じ数をはじめから作ります"
      />
      <SelectField
        name="cost_tax_rate"
        label="費用の税率"
        optional
        width="full"
        options={["10", "8", "0"].map((value) => ({ value, label: `${value}%` }))}
      />
      {reprices ? (
        <CheckField
          name="reprice"
          label="数量を増やす行は、単価も見直す"
          help="増やしたあとの数量の単価（商品マスタ、依頼日時点）を相手に示します。相手も選んだときだけ、まだ納品していない分に使います"
        />
      ) : null}
      <AskedField name="price_cut" label="単価を下げるが、減額に当たらないことを確認した" />
      <AskedField name="cautioned" label="取適法の注意を読み、このまま送る" />
    </FieldSet>
  );
}
