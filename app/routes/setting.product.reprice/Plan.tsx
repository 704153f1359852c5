import { Button } from "~/components/form/Button";
import { HeadCells } from "~/components/list/HeadCells";
import type { Repriced } from "~/lib/product/product.master.schema";

export function Plan({ plan: { items } }: { plan: Repriced }) {
  const good = items.filter((one) => !one.problem).length;
  return (
    <section className="grid gap-3">
      <h2 className="text-section font-bold">
        改定後の単価（改定する {good}件・しない {items.length - good}件）
      </h2>
      <div className="max-h-96 overflow-auto rounded border border-line bg-surface">
        <table className="rows">
          <thead>
            <tr>
              <HeadCells names={["商品番号", "品名", "いま", "改定後"]} />
            </tr>
          </thead>
          <tbody>
            {items.map((one) => (
              <tr key={one.product_id}>
                <th scope="row" className="whitespace-nowrap font-normal">
                  {one.code}
                </th>
                <td className="min-w-32">{one.name}</td>
                <td className="whitespace-nowrap tabular-nums">{one.before}</td>
                <td className="tabular-nums">
                  {one.problem ? (
                    <span className="text-bad">改定しません: {one.problem}</span>
                  ) : (
                    <b>{one.after}</b>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {good > 0 ? (
        <p>
          <Button tone="primary" name="go" value="save">
            {good}件の単価を改定する
          </Button>
        </p>
      ) : null}
    </section>
  );
}
