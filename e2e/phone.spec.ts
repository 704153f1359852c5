import { expect, type Person, test } from "./fixtures";
import { detailsOf, menuOf } from "./screens";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Lower than 44 px, or beyond the screen's edge. */
const SMALL = () =>
  [
    ...document.querySelectorAll<HTMLElement>(
      "button, summary, select, input:not([type=hidden],[type=checkbox],[type=radio])",
    ),
  ]
    .filter(
      (one) =>
        one.checkVisibility({ visibilityProperty: true }) &&
        !one.closest("[aria-hidden]") &&
        one.offsetWidth > 1,
    )
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 0 && box.height < 43.5)
    .map(
      ({ one, box }) =>
        `${one.tagName} ${one.getAttribute("aria-label") ?? one.textContent?.trim().slice(0, 20) ?? ""} ${Math.round(box.height)}px`,
    );

for (const person of ["yamada", "tanaka"] satisfies Person[]) {
  test(`on a phone no screen of ${person} scrolls sideways, and a thumb can press every button`, async ({
    as,
    allow,
  }) => {
    allow("404 GET /nothing/there");
    const page = await as(person);
    const wrong: string[] = [];
    for (const path of [...(await menuOf(page)), ...(await detailsOf(page, person)), "/nothing/there"]) {
      await page.goto(path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 390) wrong.push(`${path}: ${width}px wide`);
      for (const small of new Set(await page.evaluate(SMALL))) wrong.push(`${path}: ${small}`);
    }
    expect(wrong).toEqual([]);
  });
}

test("on a phone the foreman searches his board and moves cards; on a tablet his thumb hits what it wants", async ({
  as,
}) => {
  const page = await as("genba");
  await page.goto("/task/kanban");
  await page.getByText("絞り込み", { exact: true }).click();
  const q = (await page.locator("[aria-label='検査'] .card-of > span").first().textContent())!.split(
    "・",
  )[0]!;
  await page.getByLabel("検索", { exact: true }).fill(q);
  await page.getByRole("button", { name: "絞り込む" }).click();
  await expect(page.getByRole("link", { name: `検索: ${q} を外す` })).toBeVisible();
  await expect(page.getByLabel("検索", { exact: true })).toBeHidden();
  await expect(page.locator(".board-column:visible").first().getByText(q).first()).toBeInViewport();
  await page.getByRole("link", { name: "条件をクリア" }).click();
  await expect(page.getByRole("region", { name: "新規依頼", exact: true })).toBeInViewport();

  // A ticked filter applies at once; the second too, while the first one's answer is on its way.
  await page.goto("/task/list");
  await page.getByText("絞り込み", { exact: true }).click();
  for (const name of ["遅れのみ", "至急のみ"]) await page.getByLabel(name, { exact: true }).check();
  for (const name of ["遅れのみ", "至急のみ"])
    await expect(page.getByRole("link", { name: `${name} を外す` })).toBeVisible();

  // A row is ticked wherever it is touched; the confirmation stands above the button.
  await page.goto("/task/move?group_id=3");
  const row = page.locator("tbody tr").nth(2);
  const box = (await row.boundingBox())!;
  await page.touchscreen.tap(box.x + box.width - 40, box.y + box.height / 2);
  await expect(row.getByRole("checkbox")).toBeChecked();
  await page.getByRole("link", { name: /条件に合う全\d+枚を選ぶ/ }).click();
  await expect(page.locator("[data-selected]")).toHaveText(/^\d+枚選択中$/);
  await page.getByLabel("工程・機械・班").selectOption({ label: "溶接" });
  await page.getByRole("button", { name: "移動を確認する" }).last().click();
  await expect(page.getByRole("status").filter({ hasText: "移動できる" })).toBeInViewport();

  const own = await page.locator("td a[href^='/task/']").first().getAttribute("href");
  await page.goto(own!);
  const [told, deeds] = await page.evaluate(() => {
    document
      .getElementById("snackbars")!
      .append(
        Object.assign(document.createElement("p"), { className: "snackbar", textContent: "移動しました。" }),
      );
    return ["#snackbars", ".deeds"].map(
      (part) => document.querySelector(part)!.getBoundingClientRect().toJSON() as DOMRect,
    );
  });
  expect(told!.bottom).toBeLessThanOrEqual(deeds!.top);
  const last = (await page.getByRole("link", { name: "履歴", exact: true }).boundingBox())!;
  expect(last.x + last.width).toBeLessThanOrEqual(390);

  // A tablet is as wide as a small desk, and touched all the same.
  await page.setViewportSize({ width: 768, height: 1024 });
  const wrong: string[] = [];
  for (const path of [
    "/task/kanban",
    "/task/list",
    "/task/move?group_id=3",
    "/task/shipped",
    "/task/status_code",
    "/task/new",
    own!,
    `${own}/finish`,
    `${own}/divide`,
  ]) {
    await page.goto(path);
    if ((await page.evaluate(() => document.documentElement.scrollWidth)) > 768)
      wrong.push(`${path}: scrolls sideways`);
    for (const small of new Set(await page.evaluate(SMALL))) wrong.push(`${path}: ${small}`);
  }
  expect(wrong).toEqual([]);
});

test("on a phone what comes and goes of a stock stands side by side, until one of them is opened", async ({
  as,
}) => {
  const page = await as("yamada");
  await page.goto("/inventory");
  const heights = () =>
    page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...(await heights()))).toBeLessThanOrEqual(96);
  const opened = page.locator("tbody details").first();
  await opened.locator("summary").click();
  await expect(opened.locator("ul")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("on a tablet a buyer's tabs, longer than a factory's, leave room for his bell", async ({ as }) => {
  const page = await as("tanaka");
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto("/order");
  await expect(page.getByRole("link", { name: "お知らせ" })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768);
});
