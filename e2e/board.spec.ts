import type { Locator, Page } from "playwright/test";
import { axe, expect, inSight, test } from "./fixtures";

const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const cards = (page: Page, name: string) => column(page, name).getByRole("article");
const count = async (page: Page, name: string) =>
  Number(await column(page, name).locator("[data-count]").textContent());

/** `below`: px from the column's top. */
async function drag(page: Page, card: Locator, to: Locator, below = 60) {
  await card.scrollIntoViewIfNeeded();
  const [from, over] = [(await card.boundingBox())!, (await to.boundingBox())!];
  // The part that drags cards is fetched as the pointer comes.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await page.mouse.move(from.x + 40, from.y + 30);
    expect(
      await page.evaluate(() =>
        performance.getEntriesByType("resource").some((one) => one.name.includes("board.drag")),
      ),
    ).toBe(true);
  }).toPass();
  await page.mouse.down();
  await expect(async () => {
    await page.mouse.move(from.x + 60, from.y + 40);
    await page.mouse.move(from.x + 50, from.y + 36);
    expect(await page.locator(".card-lift").count()).toBe(1);
  }).toPass();
  await page.mouse.move(over.x + over.width / 2, over.y + below, { steps: 6 });
  await expect(page.locator(".card-lift")).toBeVisible();
  await page.mouse.up();
}

test("a card goes by hand at once and may be taken back; what is refused comes back with its reason; others see it by themselves", async ({
  as,
  allow,
}) => {
  allow("409 POST /task/kanban/move");
  const [page, other] = [await as("genba"), await as("yamada")];
  for (const one of [page, other]) await one.goto("/task/kanban");
  // What opens at the left of a desk opens onto the screen.
  await page.getByText("表示 ▾").click();
  expect(await inSight(page.locator("details[open] > div"))).toBe(true);
  await page.keyboard.press("Escape");
  const id = (await cards(page, "材料待ち").first().getAttribute("id"))!;
  const [from, to] = [await count(page, "材料待ち"), await count(page, "切断")];

  // Held back: the card lies in its new position before the server has answered.
  let answer = () => {};
  const held = new Promise<void>((done) => (answer = done));
  await page.route("**/task/kanban/move", async (route) => {
    await held;
    await route.continue();
  });
  await drag(page, page.locator(`#${id}`), column(page, "切断"));
  await expect(column(page, "切断").locator(`#${id}`)).toBeVisible();
  expect([await count(page, "材料待ち"), await count(page, "切断")]).toEqual([from - 1, to + 1]);
  answer();
  await expect(page.getByRole("status")).toContainText("「切断」へ移動しました。");
  await expect(column(page, "切断").locator(`#${id}`)).toBeVisible();
  await page.unroute("**/task/kanban/move");

  // The other browser's open menu and scroll position stay.
  await column(other, "検査").locator("summary").first().click();
  // Well before the refresh every 30 seconds.
  await expect(column(other, "切断").locator(`#${id}`)).toBeVisible({ timeout: 15_000 });
  await expect(column(other, "検査").getByText("たたむ")).toBeVisible();
  expect(await count(other, "切断")).toBe(to + 1);

  // The other browser can't refresh: after 元に戻す it shows an outdated board.
  const refreshes = /\/task\/kanban\/(pulse|column)\?/;
  await other.route(refreshes, (route) => route.abort("aborted"));
  await page.getByRole("button", { name: "元に戻す" }).click();
  await expect(column(page, "材料待ち").locator(`#${id}`)).toBeVisible();
  await other.keyboard.press("Escape");
  await drag(other, other.locator(`#${id}`), column(other, "曲げ"));
  await expect(other.getByRole("status")).toContainText("他の人が更新しました。");
  await other.unroute(refreshes);
  await expect(column(other, "材料待ち").locator(`#${id}`)).toBeVisible();

  // A card nobody has accepted comes back, with the reason.
  const asked = (await cards(page, "新規依頼").first().getAttribute("id"))!;
  await drag(page, page.locator(`#${asked}`), column(page, "材料待ち"));
  await expect(page.getByRole("status")).toContainText("承諾してから移動してください。");
  await expect(column(page, "新規依頼").locator(`#${asked}`)).toBeVisible();

  // The keys and the button do the same.
  await page.locator(`#${id} .card-link`).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(column(page, "切断").locator(`#${id}`)).toBeVisible();
  await expect(page.locator(`#${id} .card-link`)).toBeFocused();
  await expect(page.getByRole("status")).toContainText("「切断」へ移動しました。");
  await page
    .locator(`#${id}`)
    .getByRole("button", { name: /次の工程へ/ })
    .click();
  await expect(column(page, "曲げ").locator(`#${id}`)).toBeVisible();
  await expect(page.getByRole("status")).toContainText("「曲げ」へ移動しました。");

  await page
    .locator(`#${id}`)
    .getByRole("link", { name: /の操作$/ })
    .click();
  await expect(page.locator(".card-pop").getByRole("link", { name: "着手" })).toHaveAttribute(
    "href",
    /\/task\/\d+\/start\?return=/,
  );
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.locator(".card-pop")).toHaveCount(0);

  // A column sequenced by hand.
  await column(page, "検査").locator("summary").first().click();
  await page
    .getByRole("button", { name: "手動（段取り順）で並べる（全員）" })
    .filter({ visible: true })
    .click();
  const order = (of: Page) => cards(of, "検査").evaluateAll((all) => all.map((one) => one.id));
  const sequenced = async (ids: string[]) => {
    for (const one of [page, other])
      await expect
        .poll(async () => (await order(one)).slice(0, ids.length), { timeout: 15_000 })
        .toEqual(ids);
  };
  await expect(cards(page, "検査").first()).toContainText("順番未定");
  const [a, b] = (await order(page)) as [string, string];
  await drag(page, page.locator(`#${b}`), cards(page, "検査").first(), 4);
  await expect(page.getByRole("status")).toContainText("順番を変えました。");
  await expect(page.locator(`#${b}`)).not.toContainText("順番未定");
  await sequenced([b, a]);
  await page.locator(`#${a} .card-link`).focus();
  await page.keyboard.press("Shift+ArrowUp");
  await expect(page.locator(`#${a}`)).not.toContainText("順番未定");
  await page.goto(`/task/${a.slice(5)}/menu`);
  await expect(page.getByRole("region", { name: "段取り順" })).toContainText("1番目 / 2枚");
  await page.getByRole("button", { name: "下へ" }).click();
  await expect(page.getByRole("region", { name: "段取り順" })).toContainText("2番目 / 2枚");
  await page.goto("/task/kanban");
  await sequenced([b, a]);
  await column(page, "検査").locator("summary").first().click();
  await page.getByRole("button", { name: "手動の並びをやめる（全員）" }).filter({ visible: true }).click();
  await expect(page.getByText("順番未定")).toHaveCount(0);
});
