// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { Lines } from "~/components/form/Lines";
import type { LineColumn } from "~/components/form/lines.columns";
import { SchemaForm } from "~/components/form/SchemaForm";
import { called, drawn, every, find, json, leave, press, rest, server, show, type } from "./browser.testing";
import { start } from "./grid";
import "./lines.paste";
import { start as numbers } from "./number";

const units = [
  { value: "piece", label: "個" },
  { value: "kg", label: "kg" },
];
const parts = [
  { value: "7", label: "P-7 蓋", fill: { name: "蓋", unit_price: "120" } },
  { value: "8", label: "P-8 軸" },
];
const columns: LineColumn[] = [
  { name: "id", label: "", kind: "hidden" },
  {
    name: "product_id",
    label: "商品",
    kind: "combo",
    options: parts,
    source: "/product/search?q=",
    optional: true,
    names: ["品番"],
  },
  { name: "name", label: "品名", kind: "text" },
  { name: "quantity", label: "数量", kind: "number", total: true },
  { name: "unit", label: "単位", kind: "select", options: units, optional: true },
  { name: "price_unit", label: "単価単位", kind: "select", options: units, optional: true },
  { name: "unit_price", label: "単価", kind: "number" },
  {
    name: "amount",
    label: "金額",
    kind: "amount",
    of: ["quantity", "unit_price"],
    same: ["unit", "price_unit"],
    total: true,
  },
  { name: "delivery_date", label: "納期", kind: "date", lean: "coming", optional: true },
];
const schema = z.object({ lines: z.array(z.object({ name: z.string() })) });
const html = drawn(
  <SchemaForm
    id="f"
    schema={schema}
    submit="登録する"
    values={{
      lines: [
        { id: "41", name: "板", quantity: "10", unit_price: "3.5" },
        { id: "42", name: "棒", quantity: "2", unit_price: "1000" },
      ],
    }}
  >
    <Lines name="lines" columns={columns} max={5} />
  </SchemaForm>,
);

numbers();
let sent: string[][];
addEventListener("submit", (event) => {
  event.preventDefault();
  sent.push([...new FormData(event.target as HTMLFormElement).keys()]);
});

beforeEach(() => {
  sent = [];
  show(html);
  start(document);
});

const cell = (line: number, name: string) => find(`[name="lines[${line}].${name}"]`);
/** What stands in one column, line by line. */
const column = (name: string) =>
  every<HTMLInputElement>(`tbody [name$="].${name}"]`).map((each) => each.value);
const amounts = () => every<HTMLOutputElement>("tbody [data-amount]").map((each) => each.value);
const total = (name: string) => find<HTMLOutputElement>(`[data-total=${name}]`).value;
const told = () => find<HTMLElement>("[data-lines] > [data-error]").textContent;

/** Typed and left, as a person goes from cell to cell. */
async function put(line: number, name: string, value: string) {
  type(cell(line, name), value);
  leave(cell(line, name));
  await rest();
}

async function paste(line: number, name: string, text: string) {
  const event = new Event("paste", { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: () => text } });
  cell(line, name).dispatchEvent(event);
  await vi.waitUntil(() => event.defaultPrevented);
  await rest(30);
}

test("amounts and totals follow what is typed, rounded as the form says", async () => {
  await put(0, "quantity", "1,001");
  expect([amounts(), total("amount"), total("quantity")]).toEqual([["3,503", "2,000"], "5,503", "1,003"]);
  await put(0, "quantity", "千");
  expect([amounts(), total("amount"), total("quantity")]).toEqual([["", "2,000"], "2,000", "2"]);
});

test("an amount whose two units differ is the server's to tell, and its total with it", async () => {
  cell(0, "unit").value = "kg";
  cell(0, "price_unit").value = "piece";
  await put(0, "name", "板");
  expect([amounts(), total("amount")]).toEqual([["確認で計算", "2,000"], "確認で計算"]);
  expect(find<HTMLElement>("[data-total=amount] + span").hidden).toBe(true);
  cell(0, "price_unit").value = "kg";
  await put(0, "name", "板");
  expect([amounts(), total("amount")]).toEqual([["35", "2,000"], "2,035"]);
});

test("Enter goes on to the next cell, Shift+Enter back", () => {
  cell(0, "name").focus();
  press(cell(0, "name"), "Enter");
  expect(document.activeElement).toBe(cell(0, "quantity"));
  press(cell(0, "quantity"), "Enter", { shiftKey: true });
  expect(document.activeElement).toBe(cell(0, "name"));
});

test("Enter in the last cell opens a new line; in a line that is still blank it leads to the button", () => {
  press(cell(1, "delivery_date"), "Enter");
  expect(column("name")).toEqual(["板", "棒", ""]);
  expect(document.activeElement!.getAttribute("aria-label")).toBe("3行目 商品");
  press(cell(2, "delivery_date"), "Enter");
  expect(column("name")).toHaveLength(3);
  expect(document.activeElement).toBe(find("[data-save]"));
});

test("where the sheet says what a line needs, Enter goes by that alone to the next line, and Tab to the rest", async () => {
  const needed = ["product_id", "quantity", "unit_price"];
  show(
    drawn(
      <SchemaForm id="f" schema={schema} submit="登録する" values={{ lines: [{}] }}>
        <Lines
          name="lines"
          columns={columns.map((one) => ({ ...one, entry: needed.includes(one.name) || undefined }))}
          max={5}
        />
      </SchemaForm>,
    ),
  );
  start(document);
  const focused = () => document.activeElement!.getAttribute("aria-label");
  const combo = find("[role=combobox]");
  combo.focus();
  press(combo, "Enter");
  expect(focused()).toBe("1行目 品名");
  press(cell(0, "name"), "Enter");
  expect(focused()).toBe("1行目 数量");
  type(cell(0, "quantity"), "5");
  press(cell(0, "quantity"), "Enter");
  expect(focused()).toBe("1行目 単価");
  press(cell(0, "unit_price"), "Enter");
  expect(focused()).toBe("2行目 商品");
  press(document.activeElement as HTMLElement, "Enter", { shiftKey: true });
  expect(focused()).toBe("1行目 単価");
  press(cell(0, "delivery_date"), "Enter");
  expect(focused()).toBe("2行目 商品");
  expect(find("[data-lines-hint]").textContent).toContain("Enter 商品→数量→単価→次の行");
});

test("the arrows go up and down in their column", () => {
  press(cell(0, "quantity"), "ArrowDown");
  expect(document.activeElement).toBe(cell(1, "quantity"));
  press(cell(1, "quantity"), "ArrowUp");
  expect(document.activeElement).toBe(cell(0, "quantity"));
});

test("Enter that ends a word of the input method goes nowhere", () => {
  cell(0, "name").focus();
  expect(press(cell(0, "name"), "Enter", { isComposing: true }).defaultPrevented).toBe(false);
  expect(document.activeElement).toBe(cell(0, "name"));
});

test("a line that has a number already keeps it; what is added or copied takes the next", () => {
  show(
    drawn(
      <SchemaForm
        id="f"
        schema={schema}
        submit="送る"
        values={{
          lines: [
            { line_no: "1", name: "板" },
            { line_no: "3", name: "棒" },
          ],
        }}
      >
        <Lines
          name="lines"
          columns={[{ name: "line_no", label: "行", kind: "hidden" }, columns[2]!]}
          last={4}
        />
      </SchemaForm>,
    ),
  );
  start(document);
  const named = () => every("tbody [data-number-of-line]").map((each) => each.textContent);
  expect(named()).toEqual(["1", "3"]);
  called("行を追加").click();
  press(cell(0, "name"), "d", { ctrlKey: true });
  expect(named()).toEqual(["1", "5", "3", "6"]);
  expect(column("line_no")).toEqual(["1", "", "3", ""]);
  expect(column("name")).toEqual(["板", "板", "棒", ""]);
  expect(cell(1, "name").getAttribute("aria-label")).toBe("5行目 品名");
});

test("a duplicated line holds the same but for what it is known by, and each line has its own number", () => {
  press(cell(0, "name"), "d", { ctrlKey: true });
  expect([column("name"), column("quantity"), column("id")]).toEqual([
    ["板", "板", "棒"],
    ["10", "10", "2"],
    ["41", "", "42"],
  ]);
  expect(every("tbody [data-number-of-line]").map((each) => each.textContent)).toEqual(["1", "2", "3"]);
  expect(every("tbody [name$='].name']").map((each) => each.getAttribute("aria-label"))).toEqual([
    "1行目 品名",
    "2行目 品名",
    "3行目 品名",
  ]);
  expect([find<HTMLElement>("[data-count]").textContent, total("quantity")]).toEqual(["3", "22"]);
});

test("lines go by Ctrl+Delete, but for the last one; the cursor stays near", () => {
  press(cell(0, "name"), "Delete", { ctrlKey: true });
  expect([column("name"), total("amount")]).toEqual([["棒"], "2,000"]);
  expect(document.activeElement!.getAttribute("aria-label")).toBe("1行目 商品");
  press(cell(0, "name"), "Delete", { ctrlKey: true });
  expect(column("name")).toEqual(["棒"]);
  expect(find<HTMLButtonElement>("tbody [data-line=remove]").disabled).toBe(true);
});

test("a sheet takes no more lines than it may hold", () => {
  for (let turn = 0; turn < 9; turn++) called("行を追加").click();
  expect(column("name")).toHaveLength(5);
});

test("blank lines at the end are not sent; one between others is", async () => {
  for (let turn = 0; turn < 3; turn++) called("行を追加").click();
  await put(3, "name", "軸");
  find<HTMLFormElement>("form").requestSubmit();
  expect(sent[0]!.filter((name) => name.endsWith("].name"))).toEqual([
    "lines[0].name",
    "lines[1].name",
    "lines[2].name",
    "lines[3].name",
  ]);
});

test("rows copied in Excel fill the sheet from the cell on, and bring their lines with them", async () => {
  await paste(1, "name", "軸\t１，０００\nピン\t20 個\n");
  expect(column("name")).toEqual(["板", "軸", "ピン"]);
  expect([column("quantity"), column("unit_price")]).toEqual([
    ["10", "1,000", "20"],
    ["3.5", "1,000", ""],
  ]);
});

test("headings say where copied columns go; what has no place is told", async () => {
  await paste(0, "name", "数量\t得意先\t品名\n5\t田中\t軸\n6\t田中\tピン");
  expect([column("name"), column("quantity")]).toEqual([
    ["軸", "ピン"],
    ["5", "6"],
  ]);
  expect(told()).toBe("貼り付けた表の「得意先」は、入る列がないので入れていません。");
});

test("what goes beyond the sheet's last line is told, and how much it is", async () => {
  await paste(1, "name", Array.from({ length: 6 }, (_, at) => `品${at}\t1`).join("\n"));
  expect(column("name")).toEqual(["板", "品0", "品1", "品2", "品3"]);
  expect(told()).toBe("明細は5行までです。貼り付けた6行のうち、最後の2行は入っていません。");
});

test("an amount that the copied table has otherwise is told with both", async () => {
  await paste(0, "name", "品名\t数量\t単価\t金額\n軸\t10\t5\t50\nピン\t3\t7\t22");
  expect(amounts()).toEqual(["50", "21"]);
  expect(told()).toBe(
    "金額は数量×単価で計算します。貼り付けた表と違う行があります（2行目 表 22・計算 21）。",
  );
});

test("a copied code is the choice that begins with it, near or by the server, asked once for each; another is told", async () => {
  const far = server(({ url }) =>
    json(url.searchParams.get("q") === "P-9" ? [{ value: "9", label: "P-9 台", fill: { name: "台" } }] : []),
  );
  await paste(0, "product_id_label", "品番\t数量\nP-7\t1\nP-9\t2\nP-9\t3\nQ-1\t4");
  expect(column("product_id")).toEqual(["7", "9", "9", ""]);
  expect([column("name"), column("unit_price")]).toEqual([
    ["蓋", "台", "台", ""],
    ["120", "1,000", "", ""],
  ]);
  expect(far.map(({ url }) => url.searchParams.get("q"))).toEqual(["P-9", "Q-1"]);
  expect(cell(3, "product_id").closest("td")!.querySelector("[data-error]")!.textContent).toBe(
    "「Q-1」は選べません",
  );
});

test("codes copied into a sheet that knows where to ask for many are one question, read by code or label", async () => {
  show(html.replaceAll("data-source=", 'data-codes="/product/search?codes=" data-source='));
  start(document);
  const asked = server(() => json([{ value: "9", label: "P-9 台", fill: { name: "台" } }]));
  await paste(0, "product_id_label", "品番\t数量\nP-7\t1\nP-9\t2\nP-9 台\t3\nQ-1\t4");
  expect(asked.map(({ url }) => url.search)).toEqual([
    `?codes=${encodeURIComponent(["P-9", "P-9 台", "Q-1"].join("\n"))}`,
  ]);
  expect([column("product_id"), column("name")]).toEqual([
    ["7", "9", "9", ""],
    ["蓋", "台", "台", ""],
  ]);
  expect(cell(3, "product_id").closest("td")!.querySelector("[data-error]")!.textContent).toBe(
    "「Q-1」は選べません",
  );
});

test("a long sheet lists the choices in its first ten lines; the others hold what is chosen, and search", async () => {
  const lines = Array.from({ length: 12 }, (_, at) => ({ product_id: at === 11 ? "8" : "7" }));
  show(
    drawn(
      <SchemaForm id="f" schema={schema} submit="登録する" values={{ lines }}>
        <Lines name="lines" columns={columns} max={20} />
      </SchemaForm>,
    ),
  );
  const held = every<HTMLSelectElement>("tbody [name$='].product_id']").map((one) =>
    [...one.options].flatMap(({ value }) => value || []),
  );
  expect([held[9], held[10], held[11]]).toEqual([["7", "8"], ["7"], ["8"]]);
  start(document);
  const asked = server(() =>
    json([
      { value: "7", label: "P-7 蓋" },
      { value: "8", label: "P-8 軸" },
    ]),
  );
  const box = cell(11, "product_id_label");
  expect(box.value).toBe("P-8 軸");
  box.focus();
  press(box, "ArrowDown");
  await rest(170);
  expect(asked.map(({ url }) => url.searchParams.get("q"))).toEqual([""]);
  expect(every("#combo-list li").map((one) => one.textContent)).toEqual(["P-7 蓋", "P-8 軸"]);
});

test("one copied word is pasted as the browser does it", () => {
  const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), {
    clipboardData: { getData: () => "軸\n" },
  });
  cell(0, "name").dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
});
