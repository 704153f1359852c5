import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import fc, { runs } from "~/lib/dice.testing";
import {
  integer,
  optionalDecimal,
  optionalInteger,
  quantity,
  unitPrice,
  yen,
} from "~/lib/money/number.schema";
import { date, optionalDate, time } from "~/lib/time/date.schema";
import { optionalRegistrationNumber } from "./registration.schema";
import {
  checkbox,
  choice,
  code,
  key,
  optionalChoice,
  optionalCode,
  optionalKey,
  optionalLines,
  optionalText,
  text,
} from "./text.schema";

const required = {
  name: text("品名", 5),
  drawing: code("図番", 10),
  unit: choice("単位", ["piece", "kg"]),
  buyer: key("依頼元"),
  num_items: quantity("数量", { min: "0.001" }),
  unit_price: unitPrice("単価"),
  received: yen("入金額"),
  payment_date: integer("締日", 1, 31),
  order_date: date("発注日"),
};
const optional = {
  note: optionalLines("備考", 20),
  dept: optionalText("部署", 5),
  lot: optionalCode("ロット", 10),
  kind: optionalChoice("種類", ["a", "b"]),
  worker: optionalKey("作業者"),
  unit_weight: optionalDecimal("重量"),
  pieces: optionalInteger("入数", 1, 99),
  delivery_date: optionalDate("納期", "coming"),
  delivery_time: time("時刻"),
  registration_number: optionalRegistrationNumber("登録番号"),
};
const schema = z.object({ ...required, ...optional, is_billing_target: checkbox() });
type Field = keyof typeof schema.shape;

const good: Record<string, string> = {
  name: " ﾎﾞﾙﾄ ",
  drawing: "ＡＢー１",
  unit: "kg",
  buyer: "12",
  num_items: "１，２３４．５０",
  unit_price: "￥３．４７５",
  received: "1,000",
  payment_date: "２０",
  order_date: "11/21",
  note: "一\r\n二",
  dept: "",
  lot: "　",
  kind: "",
  worker: "",
  unit_weight: "",
  pieces: "",
  delivery_date: "12/1",
  delivery_time: "９：３０",
  registration_number: "ｔ8700110005901",
  is_billing_target: "on",
};
const read = {
  name: "ボルト",
  drawing: "AB-1",
  unit: "kg",
  buyer: 12,
  num_items: "1234.5",
  unit_price: "3.475",
  received: 1000,
  payment_date: 20,
  order_date: "2026-11-21",
  note: "一\n二",
  delivery_date: "2026-12-01",
  delivery_time: "09:30",
  registration_number: "T8700110005901",
  is_billing_target: true,
};

function form(fields: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return parseWithZod(data, { schema });
}

function said(sent: ReturnType<typeof form>) {
  return sent.status === "error" ? sent.error : sent.status;
}

function message(field: Field, value: unknown) {
  const result = (schema.shape[field] as z.ZodType).safeParse(value);
  return result.success ? "" : result.error.issues.map((issue) => issue.message).join("|");
}

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-21T03:00:00Z"), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

test("a form and a JSON body with what clerks type give the same values, which read the same again", () => {
  const sent = form(good);
  expect(sent.status === "success" && sent.value).toEqual(read);
  expect(schema.parse(good)).toEqual(read);
  expect(schema.parse(JSON.parse(JSON.stringify(schema.parse(good))))).toEqual(read);
});

test("an empty form asks for each required field, once, and for nothing else", () => {
  const asks = {
    name: ["品名を入力してください"],
    drawing: ["図番を入力してください"],
    unit: ["単位を選択してください"],
    buyer: ["依頼元を選択してください"],
    num_items: ["数量を入力してください"],
    unit_price: ["単価を入力してください"],
    received: ["入金額を入力してください"],
    payment_date: ["締日を入力してください"],
    order_date: ["発注日を入力してください"],
  };
  const names = Object.keys(schema.shape);
  const picked = ["unit", "buyer", "kind", "worker", "is_billing_target"];
  for (const empty of ["", "　 "]) {
    const typed = Object.fromEntries(names.map((n) => [n, picked.includes(n) ? "" : empty]));
    expect(said(form(typed))).toEqual(asks);
    expect(z.flattenError(schema.safeParse(typed).error!).fieldErrors).toEqual(asks);
  }
  expect(said(form({}))).toEqual(asks);
  expect(z.flattenError(schema.safeParse({}).error!).fieldErrors).toEqual(asks);
  expect(
    z.flattenError(schema.safeParse(Object.fromEntries(names.map((n) => [n, null]))).error!).fieldErrors,
  ).toEqual(asks);
});

test.each<[Field, unknown, string]>([
  ["name", "あいうえおか", "品名は5文字以内で入力してください"],
  ["name", "𠮷𠮷𠮷𠮷𠮷", ""],
  ["name", "字".repeat(1_000_000), "品名は5文字以内で入力してください"],
  ["name", "a\u0000", "品名に使えない文字が含まれています。入力し直してください"],
  ["name", "\ud842", "品名に使えない文字が含まれています。入力し直してください"],
  ["name", 12, "品名は文字で入力してください"],
  ["name", ["a"], "品名は文字で入力してください"],
  ["unit", "ton", "単位を選択してください"],
  ["unit", ["kg"], "単位を選択してください"],
  ["buyer", "0", "依頼元を選択してください"],
  ["buyer", -1, "依頼元を選択してください"],
  ["buyer", "1e2", "依頼元を選択してください"],
  ["buyer", 1.5, "依頼元を選択してください"],
  ["buyer", "9999999999999999", "依頼元を選択してください"],
  ["num_items", "12個", "数量は数値で入力してください（小数は3桁まで）"],
  ["num_items", "1.2345", "数量は数値で入力してください（小数は3桁まで）"],
  ["num_items", "0", "数量は0より大きい数を入力してください"],
  ["num_items", "1000000000", "数量は999,999,999.999以下で入力してください"],
  ["num_items", 1.5, ""],
  ["num_items", 0.1 + 0.2, "数量は数値で入力してください（小数は3桁まで）"],
  ["num_items", 1e21, "数量は数値で入力してください（小数は3桁まで）"],
  ["num_items", ["1"], "数量は数値で入力してください（小数は3桁まで）"],
  ["num_items", "9".repeat(1_000_000), "数量は数値で入力してください（小数は3桁まで）"],
  ["unit_price", "-1", "単価は0以上で入力してください"],
  ["unit_weight", "△1.5", ""],
  ["received", "1.5", "入金額は円単位の整数で入力してください"],
  ["received", "千円", "入金額は円単位の整数で入力してください"],
  ["received", "1e3", "入金額は円単位の整数で入力してください"],
  ["received", "1000000000000", "入金額は999,999,999,999以下で入力してください"],
  ["payment_date", 32, "締日は31以下で入力してください"],
  ["payment_date", "1.5", "締日は整数で入力してください"],
  ["payment_date", true, "締日は整数で入力してください"],
  ["order_date", "2/29", "発注日は日付で入力してください（例：2026/11/21、11/21）"],
  ["order_date", 20261121, "発注日は日付で入力してください（例：2026/11/21、11/21）"],
  ["order_date", "2026-11-20T15:00:00.000Z", ""],
  ["order_date", "2026-99-99T00:00:00Z", "発注日は日付で入力してください（例：2026/11/21、11/21）"],
  ["delivery_date", "あした", "納期は日付で入力してください（例：2026/11/21、11/21）"],
  ["delivery_time", "25:00", "時刻は時刻で入力してください（例：9:30）"],
  ["registration_number", "8700110005901", "登録番号は先頭に「T」を付けて入力してください"],
  ["is_billing_target", "maybe", "チェックの値が正しくありません。画面を読み込み直してください"],
])("%s: %j -> %s", (field, value, sentence) => {
  expect(message(field, value)).toBe(sentence);
});

test("a form says the same of a number it cannot read", () => {
  for (const typed of ["0x10", "1e3", "12個"]) {
    expect(said(form({ ...good, payment_date: typed, buyer: typed }))).toEqual({
      payment_date: ["締日は整数で入力してください"],
      buyer: ["依頼元を選択してください"],
    });
  }
});

test("a box is on for on, true and 'true', off for the rest of what a box sends", () => {
  for (const on of ["on", "true", true]) expect(schema.shape.is_billing_target.parse(on)).toBe(true);
  for (const off of ["", "false", false, null, undefined])
    expect(schema.shape.is_billing_target.parse(off)).toBe(false);
});

test("a time is read as clerks type it", () => {
  const times = ["9:30", "0930", "930", "9時30分", "９時", "23:59"].map((typed) =>
    schema.shape.delivery_time.parse(typed),
  );
  expect(times).toEqual(["09:30", "09:30", "09:30", "09:30", "09:00", "23:59"]);
});

test("a delivery date leans to the next to come, a slip's date to the nearest", () => {
  expect(schema.shape.delivery_date.parse("1/5")).toBe("2027-01-05");
  expect(schema.shape.delivery_date.parse("11/1")).toBe("2027-11-01");
  expect(schema.shape.order_date.parse("11/1")).toBe("2026-11-01");
});

test("whatever is sent, the answer is a value that reads the same again or one Japanese sentence", () => {
  const typed = fc.stringMatching(/^[-0-9０-９./年月日:,、ー]{0,12}$/);
  const anything = fc.oneof(fc.anything(), fc.string({ unit: "binary" }), fc.double(), fc.date(), typed);
  fc.assert(
    fc.property(anything, (value) => {
      for (const one of Object.values(schema.shape) as z.ZodType[]) {
        const first = one.safeParse(value);
        if (first.success) expect(one.parse(first.data)).toEqual(first.data);
        else
          expect(first.error.issues.map((issue) => issue.message)).toEqual([
            expect.stringMatching(/(してください|読み込み直してください)/),
          ]);
      }
    }),
    { numRuns: runs(500) },
  );
});

test("a page can tell required fields from optional ones", () => {
  const constraint = getZodConstraint(schema);
  for (const name of Object.keys(required))
    expect([name, constraint[name as Field]?.required]).toEqual([name, true]);
  for (const name of [...Object.keys(optional), "is_billing_target"]) {
    expect([name, constraint[name as Field]?.required]).toEqual([name, false]);
  }
});

test("the API's description is made from the same schema", () => {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  expect(json.required).toEqual(Object.keys(required));
  expect(json.properties).toMatchObject({
    name: { type: "string", title: "品名", maxLength: 5 },
    buyer: { type: "integer" },
    num_items: { type: "string" },
    received: { type: "integer" },
    order_date: { type: "string", format: "date" },
    unit: { enum: ["piece", "kg"] },
    is_billing_target: { type: "boolean" },
  });
});

test("a part of a schema may be sent alone, and a list of lines is read from a form", () => {
  expect(schema.partial().parse({ name: "軸" })).toEqual({ name: "軸" });
  const order = z.object({
    lines: z.array(z.object({ name: text("品名", 5), num_items: quantity("数量"), rush: checkbox() })),
  });
  const data = new FormData();
  const typed = {
    "lines[0].name": "軸",
    "lines[0].num_items": "１",
    "lines[1].name": "",
    "lines[1].rush": "on",
  };
  for (const [name, value] of Object.entries(typed)) data.set(name, value);
  expect(parseWithZod(data, { schema: order })).toMatchObject({
    error: { "lines[1].name": ["品名を入力してください"], "lines[1].num_items": ["数量を入力してください"] },
  });
});
