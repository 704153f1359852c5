import { parseWithZod } from "@conform-to/zod/v4";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { z } from "zod";
import { quantity, unitPrice, yen } from "~/lib/money/number.schema";
import { checkbox, choice, key, optionalText, text } from "~/lib/text/text.schema";
import { date } from "~/lib/time/date.schema";
import { CheckField, ComboField, RadioField, SelectField } from "./choices";
import { DateField, NumberField, TextField, YenField } from "./fields";
import { Lines } from "./Lines";
import { type LineColumn, totalOf } from "./lines.columns";
import { SchemaForm } from "./SchemaForm";

const schema = z.object({
  buyer_id: key("取引先"),
  name: text("品名", 40),
  note: optionalText("備考", 40),
  num_items: quantity("個数"),
  price: yen("金額"),
  delivery_date: date("納期"),
  unit: choice("単位", ["piece", "kg"]),
  is_billing_target: checkbox(),
  lines: z
    .array(z.object({ name: text("品名", 40), num_units: quantity("数量"), unit_price: unitPrice("単価") }))
    .min(1),
});

const units = [
  { value: "piece", label: "個" },
  { value: "kg", label: "kg" },
];
const columns: LineColumn[] = [
  { name: "id", label: "", kind: "hidden" },
  { name: "name", label: "品名", kind: "text" },
  { name: "num_units", label: "数量", kind: "number", total: true },
  { name: "unit_price", label: "単価", kind: "number" },
  { name: "amount", label: "金額", kind: "amount", of: ["num_units", "unit_price"], total: true },
];

type Given = {
  reply?: Parameters<typeof SchemaForm>[0]["reply"];
  values?: Record<string, unknown>;
  noted?: boolean;
  shown?: LineColumn[];
};

function draw({ reply, values, noted, shown = columns }: Given) {
  const html = renderToString(
    <SchemaForm
      id="f"
      schema={schema}
      reply={reply}
      values={values}
      submit="発行する"
      cancel="/back"
      idempotency_key="key-1"
      version={7}
    >
      <ComboField name="buyer_id" label="取引先" options={[{ value: "1", label: "田中産業機械株式会社" }]} />
      <TextField name="name" label="品名" help="図面のとおりに" />
      <TextField name="note" label="備考" />
      {noted ? <RadioField name="note" label="処置" options={units} optional={false} /> : null}
      <NumberField name="num_items" label="個数" unit="個" />
      <YenField name="price" label="金額" />
      <DateField name="delivery_date" label="納期" />
      <SelectField name="unit" label="単位" options={units} />
      <RadioField name="unit" label="単位" options={units} />
      <CheckField name="is_billing_target" label="請求の対象" />
      <Lines name="lines" columns={shown} />
    </SchemaForm>,
  );
  return html.replaceAll("<!-- -->", "");
}

const post = (fields: Record<string, string>) => parseWithZod(new URLSearchParams(fields), { schema });
const input = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name.replace(/[[\].]/g, "\\$&")}"[^>]*>`).exec(html)![0];

const line = { "lines[0].name": "蓋", "lines[0].num_units": "1,200", "lines[0].unit_price": "3.475" };

test("a form shows its values as clerks read them: commas, slashes and the weekday beside", () => {
  const html = draw({
    values: {
      num_items: "1234.5",
      price: 12000,
      delivery_date: "2026-11-21",
      buyer_id: 1,
      is_billing_target: true,
    },
  });
  expect(input(html, "num_items")).toContain('value="1,234.5"');
  expect(input(html, "price")).toContain('value="12,000"');
  expect(input(html, "delivery_date")).toContain('value="2026/11/21"');
  expect(html).toContain("2026/11/21(土)");
  expect(html).toMatch(/<option value="1" selected="">田中産業機械株式会社/);
  expect(input(html, "is_billing_target")).toContain('checked=""');
});

test("a form carries its key and version, and Enter presses the save button rather than a line's 削除", () => {
  const html = draw({});
  expect(html).toContain('name="idempotency_key" value="key-1"');
  expect(html).toContain('name="version" value="7"');
  expect(/<button[^>]*>/.exec(html)![0]).not.toContain("__intent__");
  expect(html).not.toMatch(/ style=| on[a-z]+=/);
});

test("a sum that only the server can tell is not shown as if it were whole", () => {
  const sum: LineColumn = {
    name: "amount",
    label: "金額",
    kind: "amount",
    of: ["num", "price"],
    same: ["order_unit", "unit"],
    waits: "kind",
    total: true,
  };
  const filled = { num: "2", price: "10", order_unit: "piece" };
  expect(totalOf(sum, [filled, filled], "floor")).toBe("40");
  expect(totalOf(sum, [filled, {}], "floor")).toBe("20");
  for (const other of [{ unit: "kg" }, { price: "" }, { kind: "return" }])
    expect(totalOf(sum, [filled, { ...filled, ...other }], "floor")).toBeNull();
});

test("a sheet that sums nothing has no row of totals", () => {
  expect(draw({})).toContain("<tfoot>");
  expect(draw({ shown: columns.filter(({ total }) => !total) })).not.toContain("<tfoot>");
});

test("an empty sheet tells no sum: without a script it says that 確認 will", () => {
  const empty = draw({});
  expect(empty).toMatch(/data-total="amount"[^>]*><noscript>確認で計算<\/noscript><\/output><span hidden=""/);
  expect(empty).toMatch(/data-total="num_units"[^>]*><noscript>/);
  expect(empty).toMatch(/data-column="amount"[^>]*><noscript>確認で計算<\/noscript><\/output>/);
  const typed = draw({ values: { lines: [{ num_units: "3", unit_price: "10" }] } });
  expect(typed).toMatch(/data-total="amount"[^>]*>30<\/output><span class/);
});

test("where a form has a last step that can't be taken back, neither Enter nor Ctrl+Enter is that step", () => {
  const html = renderToString(
    <SchemaForm
      id="f"
      schema={schema}
      submit="計算し直す"
      press={{ name: "go", value: "look" }}
      cancel="/back"
      final={{ name: "go", value: "close", label: "締めて発行する" }}
    >
      <TextField name="name" label="品名" />
    </SchemaForm>,
  );
  const buttons = [...html.matchAll(/<button[^>]*>/g)].map(([tag]) => tag);
  expect(buttons.map((tag) => /value="(\w+)"/.exec(tag)![1])).toEqual(["look", "close", "look"]);
  expect([html, draw({})].map((drawn) => drawn.includes("Ctrl+Enter でも"))).toEqual([false, true]);
  expect(buttons.map((tag) => tag.includes("data-save"))).toEqual([false, false, true]);
});

test("only what may stay empty is marked 任意, and only the rest is asked for before the round trip", () => {
  const html = draw({});
  expect(html.match(/任意/g)).toHaveLength(1);
  expect(input(html, "name")).toContain('data-required="品名を入力してください"');
  expect(input(html, "note")).not.toContain("data-required");
  expect(html).toContain('data-required="取引先を入力してください"');
  // One of several that the schema asks for together says so itself.
  const both = draw({ noted: true });
  expect(both.match(/任意/g)).toHaveLength(1);
  expect(both).toContain('data-required="処置を選択してください"');
});

test("a refused post keeps what was typed, says what is wrong under the field, and links to it from the top", () => {
  const html = draw({
    reply: post({ name: "", num_items: "12個", price: "１，０００", delivery_date: "13/1", ...line }).reply(),
  });
  expect(input(html, "num_items")).toContain('value="12個"');
  expect(input(html, "price")).toContain('value="1,000"');
  expect(input(html, "delivery_date")).toContain('value="13/1"');
  expect(input(html, "name")).toMatch(
    /aria-invalid="true" aria-describedby="f-name-description f-name-error"/,
  );
  expect(html).toMatch(/<p id="f-name-error"[^>]*>品名を入力してください<\/p>/);
  expect(html).toContain('<a href="#f-name"');
  expect(input(html, "lines[0].num_units")).toContain('value="1,200"');
});

test("the server's refusal stands at the top in its own words", () => {
  const html = draw({
    reply: post(line).reply({
      formErrors: ["締め済みの期間です。"],
      fieldErrors: { name: ["使えない品名です"] },
    }),
  });
  expect(html).toMatch(/role="alert"[^]*締め済みの期間です。/);
  expect(html).toContain("使えない品名です");
});

test("行を追加, 複製 and 削除 work as plain posts and lose nothing that was typed", () => {
  const html = draw({ reply: post(line).reply() });
  const press = (label: RegExp) =>
    /value="([^"]*)"/.exec(label.exec(html)![0])![1]!.replaceAll("&quot;", '"');
  const names = (reply: Given["reply"]) => draw({ reply }).match(/name="lines\[\d\]\.name"[^>]*/g)!;
  const added = names(post({ ...line, __intent__: press(/<button[^>]*data-line="add"[^>]*>/) }).reply());
  expect(added).toHaveLength(2);
  expect(added[0]).toContain('value="蓋"');
  const doubled = names(
    post({ ...line, __intent__: press(/<button[^>]*data-line="duplicate"[^>]*>/) }).reply(),
  );
  expect(doubled[1]).toContain('value="蓋"');
  const two = { ...line, "lines[1].name": "底", "lines[1].num_units": "2" };
  const left = names(post({ ...two, __intent__: press(/<button[^>]*data-line="remove"[^>]*>/) }).reply());
  expect(left).toHaveLength(1);
  expect(left[0]).toContain('value="底"');
});

test("an intent says nothing about errors: a line is added without being told off", () => {
  const reply = post({ __intent__: JSON.stringify({ type: "insert", payload: { name: "lines" } }) });
  expect(reply.status).toBeUndefined();
});

test("amounts and totals of lines stand without JavaScript, and what can't be computed counts as nothing", () => {
  const lines = [
    { name: "蓋", num_units: "1200", unit_price: "3.475" },
    { name: "底", num_units: "x", unit_price: "10" },
    { name: "軸", num_units: "9".repeat(39), unit_price: "9".repeat(39) },
  ];
  const html = draw({ values: { lines: lines.slice(0, 2) } });
  expect(html).toMatch(/data-total="amount">4,170</);
  expect(html).toMatch(/data-total="num_units">1,200</);
  expect(() => draw({ values: { lines } })).not.toThrow();
});

test("what was found by searching is still chosen, under its name, when the form comes back", () => {
  const html = draw({ reply: post({ buyer_id: "99", buyer_id_label: "遠藤製作所" }).reply() });
  expect(html).toMatch(/<option value="99" selected="">遠藤製作所/);
});

test("an error in a line names the line", () => {
  const html = draw({
    reply: post({
      ...line,
      "lines[1].name": "底",
      "lines[1].num_units": "abc",
      "lines[1].unit_price": "1",
    }).reply(),
  });
  expect(html).toContain("2行目: 数量は数値で入力してください");
  expect(html).toContain('href="#f-lines[1].num_units"');
});

test("what is wrong with a long sheet is told from the top, line by line, and no longer than the eye follows", () => {
  const lines = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`lines[${at}].num_units`, "abc"]));
  const html = draw({ reply: post(lines).reply() });
  const told = [...html.matchAll(/underline">(\d+)行目: /g)].map(([, number]) => Number(number));
  expect(told.length).toBeGreaterThan(3);
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect(html).toMatch(/ほか\d+件は、それぞれの欄に示しています。/);
});

test("what a stranger typed stays text", () => {
  const html = draw({ values: { name: '"><script>alert(1)</script>', lines: [{ name: "<b>" }] } });
  expect(html).not.toContain("<script>");
  expect(html).not.toContain('<b>"');
});
