// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { find, show } from "./browser.testing";
import { showSaved } from "./stocktake.row";

const slots = (...names: string[]) =>
  names.map((name) => `<td><span data-slot="${name}">―</span></td>`).join("");
const field = (name: string) => `<input name="${name}-12" value="">`;

function shown(names: string[], more: object = {}): (string | null)[] {
  show(`<table><tr data-row="12"><td data-asks></td>${slots(...names)}
    <td>${["num", "was", "seen"].map(field).join("")}</td><td data-person></td></tr></table>`);
  const row = find<HTMLElement>("tr");
  showSaved(row, {
    product_id: 12,
    counted: "1012",
    on_shelf: "1012",
    counted_ready: null,
    person: "山口 現",
    last_count: 3,
    book: "1000",
    adjust: "12",
    yen: -33600,
    moved: "-3",
    asks_second: false,
    ...more,
  });
  return names.map((name) => row.querySelector(`[data-slot=${name}]`)!.textContent);
}

test("a row that was saved tells all that it tells when the page is loaded anew, 差異金額 too", () => {
  expect(shown(["book", "adjust", "yen", "moved"])).toEqual(["1,000", "+12", "-¥33,600", "-3"]);
  const nothing = { counted: null, on_shelf: null, book: null, adjust: null, yen: null, moved: null };
  expect(shown(["book", "adjust", "yen", "moved"], nothing)).toEqual(["―", "―", "―", "―"]);
});

test("where amounts are not seen there is no place for them", () => {
  expect(shown(["book", "adjust", "moved"], { yen: null })).toEqual(["1,000", "+12", "-3"]);
});
