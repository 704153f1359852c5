import { expect, test } from "vitest";
import { lastPriced } from "./previous.price";
import type { LastLines } from "./previous.schema";

const item = (unit_price: string | null) =>
  ({
    order_id: "H2611-0001",
    order_date: "2026-11-02",
    num_items: "1200",
    order_unit: "piece",
    unit: "piece",
    unit_price,
  }) as LastLines["items"][number];
const agreed = (unit_price: string) => ({ unit_price, unit: "piece" as const });

test("前回単価 fills an empty price, and says what differs from 商品マスタ", () => {
  const items = [item(null), item("120.000"), item("99")];
  expect(lastPriced({}, { items, agreed: agreed("128.4") })).toEqual({
    cells: { unit_price: "120", unit: "piece" },
    text: "前回 120円/個（2026/11/2(月) H2611-0001・1,200個）を入れました。商品マスタの単価は128.4円/個で、前回の方が8.4円安い単価です。",
  });
  const text = (line: object, given: Partial<LastLines>) =>
    lastPriced({ ...line }, { items, agreed: null, ...given }).text;
  expect(text({}, { agreed: agreed("119.5") })).toContain("前回の方が0.5円高い単価です。");
  expect(text({}, { agreed: agreed("120") })).toMatch(/を入れました。商品マスタの単価と同じです。$/);
  expect(text({}, {})).toContain("商品マスタに単価はありません。");
  expect(text({}, { agreed: { unit_price: "3", unit: "kg" } })).toContain("単位が違います。");
  expect(text({}, { items: [item(null)] })).toBe("前回の単価がありません。");
});

test("a price that was typed stays", () => {
  const given = { items: [item("1200")], agreed: null };
  expect(lastPriced({ unit_price: "１，２００" }, given)).toMatchObject({
    cells: {},
    text: expect.stringContaining("と同じ単価です"),
  });
  expect(lastPriced({ unit_price: "1300" }, given)).toMatchObject({
    cells: {},
    text: expect.stringMatching(/^入力済みの単価を残しました。前回 1,200円/),
  });
  expect(lastPriced({ unit_price: "abc" }, given).cells).toEqual({});
});
