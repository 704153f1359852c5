import { Alert } from "~/components/frame/Alert";
import { formatYen } from "~/lib/money/decimal";
import { SUPPLIES_AT } from "~/lib/order/supply.list";
import type { EarlySupply } from "~/lib/receivable/offset.proposal.schema";
import { formatDate } from "~/lib/time/date";

/** Nothing tells whether a 請求書 holds them: who sets off has to look. */
export function EarlySupplies({ early, partner_name }: { early: EarlySupply[]; partner_name: string }) {
  if (early.length === 0)
    return (
      <p className="text-note text-muted">
        有償支給した材料の代金を、その材料を使った製品の代金の支払期日より前に相殺することは、取適法で禁じられています。
      </p>
    );
  return (
    <Alert tone="warn">
      <p className="font-bold">
        まだ相殺できない有償支給の対価が {formatYen(early.reduce((sum, { price }) => sum + price, 0))}{" "}
        あります。
      </p>
      <p>
        材料を使った製品の代金の支払日より前に相殺すると、取適法の早期決済の禁止に当たります。下の対価が、相殺する請求書に入っていないことを確認してください。
      </p>
      <ul>
        {early.map(({ key, item, price, settlement_from, is_ours }) => (
          <li key={key}>
            <a href={`${SUPPLIES_AT}/${key}`} className="mr-2 underline">
              {item}
            </a>
            {is_ours ? "当社" : partner_name} が支給　{formatYen(price)}（税抜）{"　"}
            {settlement_from ? `${formatDate(settlement_from)} から` : "支払日が決まってから"}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
