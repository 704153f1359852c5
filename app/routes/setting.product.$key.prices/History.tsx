import { OneTap } from "~/components/form/OneTap";
import { Chip } from "~/components/list/Chip";
import { HeadCells } from "~/components/list/HeadCells";
import { formatNumber } from "~/lib/money/decimal";
import { priceText } from "~/lib/product/product";
import type { ProductPage } from "~/lib/product/product.master.schema";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

type Props = {
  prices: NonNullable<ProductPage["prices"]>;
  now?: string;
  day: string;
  path: string;
  product: ProductPage["product"];
};

export function History({ prices, now, day, path, product }: Props) {
  if (prices.length === 0)
    return (
      <p className="rounded border border-warn bg-warn-soft px-4 py-3 text-warn">
        単価が設定されていません。下で追加してください。
      </p>
    );
  return (
    <section className="overflow-x-auto rounded border border-line bg-surface">
      <table className="rows">
        <caption className="sr-only">単価の版</caption>
        <thead>
          <tr>
            <HeadCells names={["版", "適用開始日", "単価"]} />
          </tr>
        </thead>
        <tbody>
          {prices.map((list, index) => (
            <tr key={list.effective_from}>
              <th scope="row" className="whitespace-nowrap">
                第{prices.length - index}版
              </th>
              <td className="whitespace-nowrap tabular-nums">
                {formatDate(list.effective_from)}{" "}
                {list.effective_from === now ? <Chip tone="good">いま</Chip> : null}
                {list.effective_from > day ? <Chip tone="accent">これから</Chip> : null}
                <p className="text-note text-muted">合意 {formatDate(list.agreed_on)}</p>
                {list.valid_until ? (
                  <p className={`text-note ${list.valid_until < day ? "text-bad" : "text-muted"}`}>
                    見積の有効期限 {formatDate(list.valid_until)}
                  </p>
                ) : null}
                {list.is_unused ? (
                  <OneTap
                    action={`${path}?withdraw=1`}
                    fields={{ version: product.version, effective_from: list.effective_from }}
                    tone="danger"
                  >
                    取り消す
                  </OneTap>
                ) : null}
              </td>
              <td className="whitespace-nowrap tabular-nums">
                {list.tiers.map((tier) => (
                  <div key={tier.min_quantity}>
                    {tier.min_quantity === "0"
                      ? ""
                      : `${formatNumber(tier.min_quantity)}${UNIT_LABEL[product.order_unit]}から `}
                    {tier.unit_price === null ? "" : "¥"}
                    {priceText(tier.unit_price)}
                  </div>
                ))}
                <p className="whitespace-normal text-note text-muted">
                  {[list.note, list.created_by].filter(Boolean).join("・")}
                </p>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
