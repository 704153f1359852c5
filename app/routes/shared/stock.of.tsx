import { stockHref } from "~/lib/stock/stock.list";

type Props = { row: { product_id: number; code: string; name: string } };

/** Above the title of what is done with one product's stock. */
export const StockOf = ({ row }: Props) => (
  <p className="text-note print:hidden">
    <a href={stockHref(row.product_id)}>
      {row.code} {row.name}
    </a>
  </p>
);
