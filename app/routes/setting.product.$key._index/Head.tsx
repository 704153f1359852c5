import { Chip } from "~/components/list/Chip";
import { Tabs } from "~/components/list/Tabs";
import type { ProductPage } from "~/lib/product/product.master.schema";

/** A product's name and the tabs of its pages. */
export function Head({
  page: { product, prices, steps, parts, files },
  tab,
}: {
  page: ProductPage;
  tab: "" | "steps" | "prices" | "parts" | "files" | "log";
}) {
  const path = `/setting/product/${product.product_id}`;
  const tabs = [
    { label: "基本", href: path },
    { label: "工程", href: `${path}/steps`, count: steps.length },
    ...(prices ? [{ label: "単価", href: `${path}/prices`, count: prices.length }] : []),
    { label: "部品構成", href: `${path}/parts`, count: parts.length },
    { label: "図面・写真", href: `${path}/files`, count: files.length },
    { label: "履歴", href: `${path}/log` },
  ];
  return (
    <header className="grid gap-2">
      <p className="text-note">
        <a href="/setting/product">商品マスタ一覧</a>
      </p>
      <h1 className="flex flex-wrap items-center gap-x-3 text-title font-bold">
        <span className="tabular-nums">{product.code}</span>
        {product.name}
        {product.is_active ? null : <Chip>無効</Chip>}
      </h1>
      <p className="text-muted">
        {product.buyer_name}
        {product.drawing_no ? `・図番 ${product.drawing_no}` : ""}
        {product.drawing_revision ? `・版 ${product.drawing_revision}` : ""}
      </p>
      <Tabs label="商品" tabs={tabs} current={tab ? `${path}/${tab}` : path} />
    </header>
  );
}
