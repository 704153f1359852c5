import { expect, test } from "vitest";
import { differences, differenceText, leaps, type Ordered } from "./difference";

const last: Ordered = {
  name: "ブラケット",
  drawing_no: "D-1001",
  drawing_revision: "A",
  num_items: "100.000",
  order_unit: "piece",
  unit: "piece",
  unit_price: "120.000",
  destination: "本社工場",
  supply: null,
  supplied_material: null,
  note: null,
};
const texts = (change: Partial<Ordered>, amounts = true) =>
  differences(last, { ...last, ...change }, amounts).map(differenceText);

test("nothing is said of a line that is as it was, however it is written", () => {
  expect(texts({})).toEqual([]);
  expect(texts({ drawing_revision: "ａ", num_items: "100", unit_price: "120.0", note: " " })).toEqual([]);
});

test("each fact that a factory makes by is told from → to", () => {
  expect(
    texts({
      drawing_revision: "B",
      num_items: "1500",
      unit_price: "128.4",
      destination: "第三工場",
      supply: "free",
      supplied_material: "SS400 10枚",
      note: "面取りC0.5",
    }),
  ).toEqual([
    "改訂 A → B",
    "数量 100個 → 1,500個",
    "単価 120円/個 → 128.4円/個",
    "納入先 本社工場 → 第三工場",
    "支給 なし → 無償支給: SS400 10枚",
    "備考 なし → 面取りC0.5",
  ]);
  expect(texts({ name: "ブラケット改", drawing_no: null, drawing_revision: null })).toEqual([
    "品名 ブラケット → ブラケット改",
    "図番 D-1001 → なし",
    "改訂 A → なし",
  ]);
});

test("the same number of another unit is another quantity and another price", () => {
  expect(texts({ order_unit: "set", unit: "kg" })).toEqual([
    "数量 100個 → 100セット",
    "単価 120円/個 → 120円/kg",
  ]);
});

test("a price that was open, or is, is told so; and to nobody who may not see amounts", () => {
  expect(texts({ unit_price: null })).toEqual(["単価 120円/個 → 未定"]);
  expect(texts({ unit_price: null, num_items: "5" }, false)).toEqual(["数量 100個 → 5個"]);
});

test("what a slip of the keys makes is named: ten times the last quantity or price, or a tenth", () => {
  const of = (change: Partial<Ordered>) => leaps(last, { ...last, ...change });
  expect(of({ num_items: "999.999", unit_price: "1199.999" })).toEqual([]);
  expect(of({ num_items: "1000" })).toEqual(["数量が前回の10倍です"]);
  expect(of({ num_items: "999999999" })).toEqual(["数量が前回の9,999,999倍です"]);
  expect(of({ num_items: "10", unit_price: "12" })).toEqual([
    "数量が前回の10分の1です",
    "単価が前回の10分の1です",
  ]);
  expect(of({ num_items: "1000", order_unit: "set", unit_price: null })).toEqual([]);
  expect(of({ unit_price: "0" })).toEqual([]);
});
