// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { type Asked, every, find, json, press, rest, server, show, type } from "./browser.testing";
import { start } from "./combobox";

const FORM = `<form>
  <label for="b">取引先<span>任意</span></label>
  <select id="b" name="buyer_id" data-combo class="input" aria-describedby="b-error"><option value=""></option>
    <option value="1" selected>田中産業機械</option><option value="2">タナカ精工</option>
    <option value="3" data-fill='{"note":"月末","price":"1200"}'>佐藤工業</option></select>
  <select name="product_id" data-combo data-source="/product/search?q=" aria-label="商品"><option value=""></option><option value="9">P-9 台</option></select>
  <input name="place" list="places" data-source="/place/search?q="><datalist id="places"><option value="本社" data-fill='{"note":"午前"}'></datalist>
  <input name="note"><input name="lines[0].price">
</form>`;

let changes: string[];
beforeEach(() => {
  show(FORM);
  start(document);
  changes = [];
  find("form").addEventListener("change", ({ target }) => changes.push((target as HTMLSelectElement).name));
});

const box = (name: string) => find(`[name=${name}_label]`);
const chosen = (name: string) => find<HTMLSelectElement>(`[name=${name}]`).value;
const offered = () => every("#combo-list li").map((each) => each.textContent);
const marked = () => find("#combo-list [aria-selected=true]").textContent;
async function search(name: string, text: string) {
  type(box(name), text);
  await rest();
}

test("what is chosen is shown, under the name of its field", () => {
  expect([
    box("buyer_id").value,
    box("buyer_id").getAttribute("aria-label"),
    box("product_id").getAttribute("aria-label"),
  ]).toEqual(["田中産業機械", "取引先", "商品"]);
  start(document);
  expect(every("[role=combobox]")).toHaveLength(2);
});

test("kana, width and case do not count in a search; Enter takes what is marked", async () => {
  await search("buyer_id", "たなか");
  expect(offered()).toEqual(["タナカ精工"]);
  await search("buyer_id", "ﾀﾅｶ ");
  expect(marked()).toBe("タナカ精工");
  expect(press(box("buyer_id"), "Enter").defaultPrevented).toBe(true);
  expect([chosen("buyer_id"), box("buyer_id").value, offered(), changes]).toEqual([
    "2",
    "タナカ精工",
    [],
    ["buyer_id"],
  ]);
});

test("the arrows open the whole list at what is chosen, and walk to its ends", async () => {
  box("buyer_id").focus();
  press(box("buyer_id"), "ArrowDown");
  await rest();
  expect([offered(), marked()]).toEqual([["田中産業機械", "タナカ精工", "佐藤工業"], "田中産業機械"]);
  for (let turn = 0; turn < 5; turn++) press(box("buyer_id"), "ArrowDown");
  expect([marked(), box("buyer_id").getAttribute("aria-activedescendant")]).toEqual([
    "佐藤工業",
    "combo-list-2",
  ]);
  press(box("buyer_id"), "ArrowUp");
  expect(marked()).toBe("タナカ精工");
});

test("Escape puts back what was chosen", async () => {
  await search("buyer_id", "佐藤");
  press(box("buyer_id"), "Escape");
  expect([chosen("buyer_id"), box("buyer_id").value, offered(), changes]).toEqual([
    "1",
    "田中産業機械",
    [],
    [],
  ]);
});

test("leaving takes the only one left or the one that was written out, nothing typed is nothing chosen, anything else goes back", async () => {
  await search("buyer_id", "工業");
  box("buyer_id").blur();
  expect(chosen("buyer_id")).toBe("3");
  await search("buyer_id", "タナカ");
  type(box("buyer_id"), "たなか精工");
  box("buyer_id").blur();
  expect(chosen("buyer_id")).toBe("2");
  await search("buyer_id", "機");
  await search("buyer_id", "工");
  box("buyer_id").blur();
  expect([chosen("buyer_id"), box("buyer_id").value]).toEqual(["2", "タナカ精工"]);
  type(box("buyer_id"), "");
  box("buyer_id").blur();
  expect(chosen("buyer_id")).toBe("");
});

test("what comes with a choice is written into the other fields", async () => {
  await search("buyer_id", "佐藤");
  find<HTMLElement>("#combo-list li").click();
  expect([chosen("buyer_id"), find("[name=note]").value, find("[name='lines[0].price']").value]).toEqual([
    "3",
    "月末",
    "1200",
  ]);
});

test("Enter that ends a word of the input method chooses nothing", async () => {
  await search("buyer_id", "佐藤");
  press(box("buyer_id"), "Enter", { isComposing: true });
  expect([chosen("buyer_id"), offered()]).toEqual(["1", ["佐藤工業"]]);
});

test("the server is asked once typing rests; an answer to an earlier question is overtaken", async () => {
  let late: (value: Response) => void = () => {};
  const first = new Promise<Response>((done) => {
    late = done;
  });
  const asked: Asked[] = server(({ url }) =>
    url.searchParams.get("q") === "P" ? first : json([{ value: "12", label: "P-12 軸" }]),
  );
  type(box("product_id"), "P");
  await rest(170);
  for (const text of ["P-", "P-1"]) type(box("product_id"), text);
  await rest(170);
  late(json([{ value: "9", label: "P-9 台" }]));
  await rest();
  expect(asked.map(({ url }) => url.searchParams.get("q"))).toEqual(["P", "P-1"]);
  expect(offered()).toEqual(["P-12 軸"]);
  press(box("product_id"), "Enter");
  expect([chosen("product_id"), box("product_id").value]).toEqual(["12", "P-12 軸"]);
});

test("without a connection the choices at hand are offered; where nothing fits it says so", async () => {
  server(() => new TypeError("no network"));
  type(box("product_id"), "台");
  await rest(170);
  expect(offered()).toEqual(["P-9 台"]);
  await search("buyer_id", "鈴木");
  expect(find("#combo-list").textContent).toContain("該当するものがありません");
});

test("a field for any text fills what comes with a known one, and offers what the server knows", async () => {
  server(() => json([{ value: "第二工場", label: "第二工場（川崎）" }]));
  type(find("[name=place]"), "本社");
  expect(find("[name=note]").value).toBe("午前");
  type(find("[name=place]"), "第二");
  await rest(170);
  expect(every<HTMLOptionElement>("#places option").map((each) => each.value)).toEqual(["第二工場"]);
});
