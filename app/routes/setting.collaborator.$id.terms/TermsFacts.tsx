import { Chip } from "~/components/list/Chip";
import { Facts } from "~/components/list/Facts";
import { termsExample } from "~/lib/company/factory.terms";
import { FEE_BEARER_LABEL, INVOICE_BASIS_LABEL } from "~/lib/partner/collaboration";
import type { Agreed } from "~/lib/partner/partner.schema";
import { BANK_SHIFT_LABEL } from "~/lib/time/bankday";
import { formatDate, type ISODate } from "~/lib/time/date";
import { meansLabel } from "~/lib/vocabulary/maturity";
import { ROUNDING_LABEL } from "~/lib/vocabulary/rounding";
import { OVER_BILL_LABEL, REST_BASE_LABEL, toleranceLabel } from "~/lib/vocabulary/tolerance";
import { TORITEKI_LABEL } from "~/lib/vocabulary/toriteki";

/** Terms that are somebody else's to change. */
export function TermsFacts({ agreed, today }: { agreed: Agreed; today: ISODate }) {
  const { label, example, verdict, check, tone } = termsExample(agreed, today);
  return (
    <Facts
      facts={[
        { label: "条件", value: label },
        { label: "例", value: example },
        { label: "支払日が銀行休業日のとき", value: BANK_SHIFT_LABEL[agreed.bank_shift] },
        {
          label: "60日の確認",
          value: (
            <>
              <Chip tone={tone}>{verdict}</Chip> {check}
            </>
          ),
        },
        { label: "取適法", value: judged(agreed) },
        { label: "支払方法", value: meansLabel(agreed) },
        { label: "振込手数料", value: FEE_BEARER_LABEL[agreed.fee_bearer] },
        { label: "請求書の作り方", value: INVOICE_BASIS_LABEL[agreed.invoice_basis] },
        { label: "繰越の表示", value: agreed.show_carry_over ? "あり" : "なし" },
        { label: "金額の端数", value: ROUNDING_LABEL[agreed.amount_rounding] },
        { label: "消費税の端数", value: ROUNDING_LABEL[agreed.tax_rounding] },
        { label: "納品数の許容差", value: toleranceLabel(agreed) },
        { label: "注文数を超えた分", value: OVER_BILL_LABEL[agreed.over_bill] },
        { label: "注文残の数え方", value: REST_BASE_LABEL[agreed.rest_base] },
      ]}
    />
  );
}

/** 対象（2026/11/21(土) 山田 太郎）: people judge it, and say so. */
export function judged({ toriteki, toriteki_judged_on, toriteki_judged_by }: Agreed): string {
  const by = toriteki_judged_on ? `（${formatDate(toriteki_judged_on)} ${toriteki_judged_by ?? ""}）` : "";
  return `${TORITEKI_LABEL[toriteki]}${by}`;
}
