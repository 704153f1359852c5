import { type Cells, productOption, withProduct } from "~/lib/order/order.draft";
import { byCode } from "~/lib/product/product.code";
import { productFields } from "~/lib/product/product.fields";
import { type ProductRow, products } from "~/lib/product/product.schema";
import type { Api } from "./api.server";

const MOST = 100;
/** A question of this length fits any server's line. */
const LENGTH = 6000;

function* batches(texts: string[]): Generator<string[]> {
  let some: string[] = [];
  for (const text of new Set(texts)) {
    if (some.length === MOST || encodeURIComponent([...some, text].join("")).length > LENGTH) {
      yield some;
      some = [];
    }
    some.push(text);
  }
  if (some.length > 0) yield some;
}

/** However many: they are asked for in turns. What can't be a code is none. */
export async function productsNamed(
  api: Api,
  seller_id: string | null,
  { codes = [], ids = [] }: { codes?: string[]; ids?: string[] },
): Promise<ProductRow[]> {
  const wanted = [
    ...[...batches(codes.flatMap((text) => productFields.code.safeParse(text).data ?? []))].map((some) => ({
      codes: some,
    })),
    ...[...batches(ids.filter((id) => /^[1-9]\d{0,14}$/.test(id)))].map((some) => ({ ids: some })),
  ];
  const found = await Promise.all(
    wanted.map((one) => api.get(products, "/products", { seller_id, ...one, size: 2 * MOST })),
  );
  return found.flatMap(({ items }) => items);
}

export async function withProductsNamed(
  api: Api,
  seller_id: string,
  lines: (Cells | null | undefined)[],
): Promise<(Cells | null | undefined)[]> {
  const codes = lines.flatMap((line) => (line?.name && !line.product_id ? [line.name] : []));
  const ids = lines.flatMap((line) => (line?.product_id && !line.product_id_label ? [line.product_id] : []));
  const found = await productsNamed(api, seller_id, { codes, ids });
  const coded = byCode(found);
  const byId = new Map(found.map((row) => [String(row.product_id), productOption(row)]));
  return lines.map((line) => {
    if (!line) return line;
    const code = productFields.code.safeParse(line.name).data;
    const named = code ? coded(code) : undefined;
    return withProduct(line, line.product_id ? byId.get(line.product_id) : named && productOption(named));
  });
}

const CELL = /^lines\[(\d{1,3})\]\.(\w+)$/;

/** The post as it would be with each product chosen, where 品名 holds a code and no product is chosen. */
export async function nameProducts(api: Api, form: FormData): Promise<void> {
  const lines = new Map<string, Cells>();
  for (const [name, value] of form) {
    const [, index, field] = CELL.exec(name) ?? [];
    if (index && field && typeof value === "string")
      lines.set(index, { ...lines.get(index), [field]: value });
  }
  const typed = [...lines];
  const named = await withProductsNamed(
    api,
    String(form.get("seller_id") ?? ""),
    typed.map(([, line]) => line),
  );
  typed.forEach(([index, line], at) => {
    for (const [field, value = ""] of Object.entries(named[at]!))
      if (value !== line[field]) form.set(`lines[${index}].${field}`, value);
  });
}
