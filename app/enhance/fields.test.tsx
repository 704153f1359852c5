// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { RadioField, SelectField } from "~/components/form/choices";
import { DateField, NumberField, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { quantity } from "~/lib/money/number.schema";
import { choice, optionalText, text } from "~/lib/text/text.schema";
import { date, optionalDate } from "~/lib/time/date.schema";
import { called, drawn, every, find, leave, press, rest, show, type } from "./browser.testing";
import { open } from "./calendar";
import { start } from "./fields";

const units = [
  { value: "piece", label: "個" },
  { value: "kg", label: "kg" },
];
const schema = z.object({
  name: text("品名", 40),
  note: optionalText("備考", 40),
  num_items: quantity("個数"),
  delivery_date: date("納期"),
  unit: choice("単位", ["piece", "kg"]),
  way: choice("手段", ["piece", "kg"]),
  from: optionalDate("開始日"),
  to: optionalDate("終了日"),
});
let sent: (string | undefined)[];

addEventListener("submit", (event) => {
  event.preventDefault();
  sent.push(event.submitter?.textContent ?? undefined);
});

const html = drawn(
  <SchemaForm id="f" schema={schema} submit="登録する">
    <DateField name="delivery_date" label="納期" lean="coming" />
    <TextField name="name" label="品名" />
    <TextField name="note" label="備考" />
    <NumberField name="num_items" label="個数" unit="個" />
    <SelectField name="unit" label="単位" options={units} />
    <RadioField name="way" label="手段" options={units} />
    <DateField name="from" label="開始日" />
    <DateField name="to" label="終了日" />
    <button type="submit" formNoValidate>
      下書き
    </button>
  </SchemaForm>,
);

beforeEach(() => {
  sent = [];
  show(html);
  for (const field of every<HTMLInputElement>("[data-date]")) field.dataset.today = "2026-11-22";
  start(document);
});

const field = (name: string) => find(`input[name="${name}"]`);
const echoed = (name: string) => field(name).parentElement!.querySelector("output")!.textContent;
const said = (name: string) => find<HTMLElement>(`#f-${name}-error`).textContent;
/** All that must be given, given. */
function fill() {
  for (const [name, value] of [
    ["delivery_date", "12/7"],
    ["name", "蓋"],
    ["num_items", "5"],
  ] as const) {
    type(field(name), value);
    leave(field(name));
  }
  find<HTMLSelectElement>("select").value = "kg";
  find("[name=way][value=kg]").checked = true;
}

test("a day typed short is echoed with its year and weekday, and written out when the field is left", () => {
  type(field("delivery_date"), "1/5");
  expect(echoed("delivery_date")).toBe("2027/1/5(火)");
  expect(field("delivery_date").value).toBe("1/5");
  leave(field("delivery_date"));
  expect(field("delivery_date").value).toBe("2027/01/05");
});

test("by whom it is asked decides the year: a 納期 is the next to come, another day the nearest", () => {
  for (const name of ["delivery_date", "from"]) type(field(name), "11/20");
  expect([echoed("delivery_date"), echoed("from")].map((day) => day!.slice(0, 10))).toEqual([
    "2027/11/20",
    "2026/11/20",
  ]);
});

test("what is no day stays as it was typed, and an echo of the day before goes", () => {
  type(field("from"), "11/20");
  type(field("from"), "11/45");
  expect(echoed("from")).toBe("");
  leave(field("from"));
  expect(field("from").value).toBe("11/45");
});

test("kana on its way through the input method is not echoed", () => {
  const from = field("from");
  from.value = "11/20";
  from.dispatchEvent(new InputEvent("input", { bubbles: true, isComposing: true }));
  expect(echoed("from")).toBe("");
});

test("full-width digits become plain when a number is left; its commas go while it is typed in, and come again", () => {
  const number = field("num_items");
  type(number, "１２，８４０．５");
  leave(number);
  expect(number.value).toBe("12,840.5");
  number.focus();
  expect(number.value).toBe("12840.5");
  leave(number);
  expect(number.value).toBe("12,840.5");
});

test("what is no number stays as it was typed, and what can't be typed in is left alone", () => {
  const number = field("num_items");
  type(number, "五個");
  leave(number);
  expect(number.value).toBe("五個");
  number.blur();
  Object.assign(number, { readOnly: true, value: "1,200" });
  number.focus();
  expect(number.value).toBe("1,200");
});

test("a field left empty says so below it, and no more as soon as it is mended", () => {
  const name = field("name");
  name.focus();
  leave(name);
  expect([said("name"), name.getAttribute("aria-invalid")]).toEqual(["品名を入力してください", "true"]);
  type(name, "蓋");
  expect([said("name"), name.getAttribute("aria-invalid")]).toEqual(["", null]);
});

test("an unreadable day or number says so, one that may stay empty says nothing", () => {
  for (const [name, value] of [
    ["num_items", "五個"],
    ["from", "11/45"],
    ["note", ""],
  ] as const) {
    type(field(name), value);
    leave(field(name));
  }
  expect([said("num_items"), said("from"), said("note")]).toEqual([
    expect.stringContaining("数"),
    expect.stringContaining("日付"),
    "",
  ]);
});

test("a form with something missing is not sent: every sentence stands, the cursor is in the first", () => {
  find<HTMLButtonElement>("[data-save]").click();
  expect(sent).toEqual([]);
  expect(document.activeElement).toBe(field("delivery_date"));
  expect(["delivery_date", "name", "num_items", "unit", "way"].map((name) => said(name) !== "")).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  fill();
  find<HTMLButtonElement>("[data-save]").click();
  expect(sent).toEqual(["登録する"]);
});

test("a button that asks for no checks sends what there is", () => {
  called("下書き").click();
  expect(sent).toEqual(["下書き"]);
});

test("a field that is switched off is not asked for", () => {
  fill();
  type(field("name"), "");
  field("name").disabled = true;
  find<HTMLButtonElement>("[data-save]").click();
  expect(sent).toHaveLength(1);
});

test("while a button is being pressed no sentence pushes it from under the pointer", async () => {
  const name = field("name");
  name.focus();
  find("[data-save]").dispatchEvent(new Event("pointerdown", { bubbles: true }));
  name.dispatchEvent(new Event("change", { bubbles: true }));
  expect(said("name")).toBe("");
  find("[data-save]").dispatchEvent(new Event("pointerup", { bubbles: true }));
  await rest(5);
  expect(said("name")).toBe("品名を入力してください");
});

test("Enter presses the button that is seen, not the one that is there for Enter", () => {
  fill();
  find<HTMLButtonElement>("[data-default]").click();
  expect(sent).toEqual(["登録する"]);
  expect(find("[data-default]").hasAttribute("data-save")).toBe(false);
});

test("Ctrl+Enter and F12 save; Enter that ends a word of the input method does not", () => {
  fill();
  press(field("name"), "Enter", { ctrlKey: true, isComposing: true });
  press(field("name"), "Enter");
  expect(sent).toEqual([]);
  press(field("name"), "Enter", { ctrlKey: true });
  expect(press(field("name"), "F12").defaultPrevented).toBe(true);
  expect(sent).toHaveLength(2);
});

const chosen = () => find<HTMLElement>("dialog [tabindex='0']").textContent;
const month = () => find<HTMLElement>("dialog b").textContent;
function calendar(name: string) {
  open(field(name).parentElement!.querySelector<HTMLElement>("[data-cal]")!);
  return find<HTMLElement>("dialog table");
}

test("the calendar opens at the day of its field, walks by keys, and writes only by 決定", () => {
  type(field("from"), "2026/01/31");
  const table = calendar("from");
  expect([month(), chosen()]).toEqual(["2026年1月", "31"]);
  press(table, "PageDown");
  expect([month(), chosen()]).toEqual(["2026年2月", "28"]);
  for (const key of ["ArrowRight", "ArrowDown", "Home"]) press(table, key);
  expect([month(), chosen()]).toEqual(["2026年3月", "8"]);
  press(table, "End");
  expect(chosen()).toBe("14");
  called("閉じる").click();
  expect(field("from").value).toBe("2026/01/31");
  expect(document.querySelector("dialog")).toBeNull();
  press(calendar("from"), "ArrowLeft");
  called("決定").click();
  expect([field("from").value, echoed("from")]).toEqual(["2026/01/30", "2026/1/30(金)"]);
});

test("the calendar offers only days that its field takes, an end of a range none before its start", () => {
  type(field("from"), "2026/11/10");
  const table = calendar("to");
  expect(every<HTMLButtonElement>("dialog td button:disabled").map((day) => day.textContent)).toEqual([
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
  ]);
  press(table, "PageUp");
  expect([month(), chosen()]).toEqual(["2026年11月", "10"]);
  called("今日").click();
  called("クリア").click();
  expect(field("to").value).toBe("");
});
