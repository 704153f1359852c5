// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { BulkBar } from "~/components/list/BulkBar";
import { called, drawn, every, find, leave, press, rest, show, type } from "./browser.testing";
import { start } from "./list";
import { start as reorder } from "./reorder";
import { start as tally } from "./tally";

const LIST = drawn(
  <>
    <form className="search" method="get" data-enhance="submit">
      <input type="checkbox" name="late" />
      <input name="q" />
    </form>
    <form className="bulk" method="post" data-bulk>
      <table>
        <thead>
          <tr>
            <th>
              <input type="checkbox" data-select-all hidden />
            </th>
          </tr>
        </thead>
        <tbody>
          {[1, 2, 3, 4].map((id) => (
            <tr key={id}>
              <td>
                <input type="checkbox" name="ids" value={id} data-amount={id * 1000} />
              </td>
              <td>
                <input type="text" data-number="納品数" name={`a${id}.num_items`} />
              </td>
              <td>
                <input type="text" name={`a${id}.note`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <output data-picked />
      <BulkBar counter="枚" all="全件">
        <button data-save>納品書を作る</button>
      </BulkBar>
    </form>
  </>,
);

let sent: string[];
addEventListener("submit", (event) => {
  event.preventDefault();
  sent.push((event.target as HTMLFormElement).className);
});
beforeEach(() => {
  sent = [];
  show(LIST);
  start(document);
  tally(document);
});

const all = () => find("[data-select-all]");
const boxes = () => every<HTMLInputElement>("tbody [type=checkbox]");
const ticked = () =>
  boxes()
    .filter(({ checked }) => checked)
    .map(({ value }) => value);
const counted = () => find("[data-selected]").textContent;
const click = (box: HTMLInputElement, shiftKey = false) =>
  box.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey }));
const picked = () => find("[data-picked]").textContent;

test("the box in the head ticks the page, stands half while some are ticked, and the bar counts", () => {
  expect([all().hidden, counted()]).toEqual([false, "0枚選択中"]);
  click(boxes()[1]!);
  expect([counted(), all().checked, all().indeterminate]).toEqual(["1枚選択中", false, true]);
  click(all());
  expect([ticked(), counted(), all().checked, all().indeterminate]).toEqual([
    ["1", "2", "3", "4"],
    "4枚選択中",
    true,
    false,
  ]);
  click(boxes()[0]!);
  expect([counted(), all().checked]).toEqual(["3枚選択中", false]);
});

test("with Shift all between two boxes become as the second, in either direction", () => {
  click(boxes()[3]!);
  click(boxes()[1]!, true);
  expect([ticked(), counted()]).toEqual([["2", "3", "4"], "3枚選択中"]);
  click(boxes()[2]!, true);
  expect(ticked()).toEqual(["4"]);
});

test("選択解除 is counted too", async () => {
  click(all());
  find<HTMLFormElement>(".bulk").reset();
  await rest();
  expect([ticked(), counted()]).toEqual([[], "0枚選択中"]);
});

test("a condition that is ticked holds at once; what is typed waits for its button", async () => {
  type(find("[name=q]"), "蓋");
  leave(find("[name=q]"));
  expect(sent).toEqual([]);
  click(find("[name=late]"));
  expect(sent).toEqual(["search"]);
  // Ticked again while the answer was on its way, and drawn as it was before.
  start(document);
  await rest();
  expect(sent).toEqual(["search", "search"]);
});

test("the ticked rows' sum follows the ticks, and a row that is written in is ticked", () => {
  expect(picked()).toBe("選択 0枚 ¥0");
  boxes()[1]!.checked = true;
  boxes()[1]!.dispatchEvent(new Event("change", { bubbles: true }));
  expect(picked()).toBe("選択 1枚 ¥2,000");
  type(find("[name='a4.num_items']"), "5");
  expect([ticked(), picked()]).toEqual([["2", "4"], "選択 2枚 ¥6,000"]);
});

test("a quantity of nothing takes the tick away, a remark never does", () => {
  type(find("[name='a4.num_items']"), "５");
  type(find("[name='a3.note']"), "至急");
  expect(ticked()).toEqual(["3", "4"]);
  type(find("[name='a4.num_items']"), "0");
  type(find("[name='a3.note']"), "");
  expect(ticked()).toEqual(["3"]);
  type(find("[name='a4.num_items']"), "");
  expect(ticked()).toEqual(["3"]);
});

test("Enter goes through the quantities to the button, the arrows up and down their column", () => {
  const cell = (name: string) => find(`[name='${name}']`);
  cell("a1.num_items").focus();
  press(cell("a1.num_items"), "Enter");
  expect(document.activeElement).toBe(cell("a2.num_items"));
  press(cell("a2.num_items"), "Enter", { shiftKey: true });
  expect(document.activeElement).toBe(cell("a1.num_items"));
  press(cell("a1.note"), "ArrowDown");
  expect(document.activeElement).toBe(cell("a2.note"));
  press(cell("a2.note"), "Enter");
  expect(document.activeElement).toBe(cell("a3.num_items"));
  expect(press(cell("a2.num_items"), "Enter", { isComposing: true }).defaultPrevented).toBe(false);
  press(cell("a4.num_items"), "Enter");
  expect([document.activeElement, sent]).toEqual([called("納品書を作る"), []]);
});

const FINISH = `<form class="finish"><input name="num_good"><input name="num_defective"><input name="num_partial">
  <output data-tally='${JSON.stringify({ num_items: "200", before: "10" })}'></output></form>`;

test("what is left is told while 完了 is typed; 良品 follows the others until it is typed itself", () => {
  show(FINISH);
  tally(document);
  const field = (name: string) => find(`[name=${name}]`);
  expect(field("num_good").value).toBe("190");
  type(field("num_defective"), "3");
  expect([field("num_good").value, find("[data-tally]").textContent]).toEqual(["187", "合計 200 / 200　残0"]);
  type(field("num_good"), "150");
  type(field("num_defective"), "5");
  expect([field("num_good").value, find("[data-tally]").textContent]).toEqual([
    "150",
    "合計 165 / 200　残35",
  ]);
  type(field("num_good"), "900");
  expect(find("[data-tally]").classList.contains("text-bad")).toBe(true);
});

test("rows that are dragged into another order are sent once dropped; put back, nothing is", () => {
  show(
    `<p data-reorder-help hidden></p><form class="order">${[1, 2, 3].map((id) => `<div data-row id="r${id}"><b data-place>${id}</b><input name="ids" value="${id}"></div>`).join("")}</form>`,
  );
  reorder(find<HTMLFormElement>("form"));
  const fire = (kind: string, target: string, clientY = 0) =>
    find(target).dispatchEvent(
      Object.assign(new Event(kind, { bubbles: true, cancelable: true }), {
        clientY,
        dataTransfer: { effectAllowed: "" },
      }),
    );
  expect(find("[data-reorder-help]").hidden).toBe(false);
  fire("dragstart", "#r1");
  fire("dragover", "#r3", 5);
  expect([
    every("[data-row]").map(({ id }) => id),
    every("[data-place]").map((each) => each.textContent),
  ]).toEqual([
    ["r2", "r3", "r1"],
    ["1", "2", "3"],
  ]);
  fire("dragover", "#r2", -5);
  fire("dragend", "#r1");
  expect(sent).toEqual([]);
  fire("dragstart", "#r1");
  fire("dragover", "#r2", 5);
  fire("dragend", "#r1");
  expect(sent).toEqual(["order"]);
});
