import type { NewPrice, NewProduct } from "~/lib/product/product.server";

type SampleProduct = Omit<NewProduct, "seller_id"> & Pick<NewPrice, "unit_price"> & { seller_id?: string };
const piece = (
  buyer_id: string,
  code: string,
  name: string,
  unit_price: string,
  drawing_no?: string,
  category?: string,
): SampleProduct => ({
  buyer_id,
  code,
  name,
  unit_price,
  drawing_no,
  drawing_revision: drawing_no && "B",
  category,
  order_unit: "piece",
  unit: "piece",
});

export function products(stock_id: string, parts_id: string): SampleProduct[] {
  return [
    piece("tanaka", "YM-1001", "ブラケットA", "128.4", "TNK-2201"),
    piece("tanaka", "YM-1002", "ブラケットB", "146", "TNK-2202"),
    piece("tanaka", "YM-1003", "モーターベース", "1850", "TNK-3310"),
    piece("tanaka", "YM-1004", "カバープレート SUS304 t1.5", "342.5", "TNK-1187"),
    {
      buyer_id: "tanaka",
      code: "YM-1005",
      name: "丸棒切断材 S45C φ20",
      unit_price: "398.5",
      order_unit: "piece",
      unit: "kg",
      unit_weight: "0.742",
    },
    {
      buyer_id: "tanaka",
      code: "YM-1006",
      name: "取付金具セット",
      unit_price: "980",
      order_unit: "set",
      unit: "set",
      pieces_per_set: "4",
    },
    piece("tanaka", "YM-1007", "ワッシャー φ12", "3.475", "TNK-0090"),
    piece("suzuki", "YM-2001", "端子台ケース", "265.8", "SZ-510"),
    piece("suzuki", "YM-2002", "制御盤扉 W600", "4280", "SZ-620"),
    piece("suzuki", "YM-2003", "ケーブルダクト 1200", "715", "SZ-333"),
    piece("suzuki", "YM-2004", "アース板", "58.2", "SZ-102"),
    piece(stock_id, "YM-S001", "標準スペーサー 10mm", "42", undefined, "標準品"),
    piece(stock_id, "YM-S002", "標準L金具 50×50", "88", undefined, "標準品"),
    piece(parts_id, "YM-P001", "カラー φ16", "0", undefined, "切削部品"),
    piece(parts_id, "YM-P002", "補強リブ", "0", undefined, "板金部品"),
    ...[
      ["SA-01", "筐体パネル 左", "820", "tanaka"],
      ["SA-02", "筐体パネル 右", "820", "tanaka"],
      ["SA-03", "放熱フィン", "455.5", "tanaka"],
      ["SA-04", "レーザー加工 ベース板", "310", "yamada"],
      ["SA-05", "曲げ加工 補強材", "126.4", "yamada"],
    ].map(([code, name, unit_price, buyer_id]) => ({
      ...piece(buyer_id!, code!, name!, unit_price!),
      seller_id: "sato",
    })),
  ];
}
