import { expect, test } from "./fixtures";

/** 83 where Enter goes 商品, 数量, 単価, next line; 104 where it goes through every cell. */
const MOST_KEYS = 85;

type Line = { code?: string; name?: string; quantity: string; price: string };
const LINES: Line[] = [
  { code: "YM-1005", quantity: "120", price: "1234" },
  { code: "YM-1001", quantity: "250", price: "1500" },
  { name: "取付板特注品", quantity: "300", price: "2000" },
  { code: "YM-1004", quantity: "100", price: "1100" },
  { code: "YM-1002", quantity: "150", price: "1050" },
];

test("five lines of an order take at most 85 keystrokes, and one link leads to the first cell", async ({
  as,
}) => {
  const page = await as("tanaka");
  await page.goto("/order/new?seller_id=yamada");
  const cell = (line: number, name: string) =>
    page.locator(`input[aria-label="${line}行目 ${name}"]`).and(page.locator(":focus"));
  await expect(page.getByRole("combobox", { name: "1行目 商品" })).toBeVisible();
  await page.getByRole("link", { name: "明細へ" }).press("Enter");
  await expect(cell(1, "商品")).toHaveCount(1);

  let keys = 0;
  const press = async (key: string) => {
    keys++;
    await page.keyboard.press(key);
  };
  const type = async (text: string) => {
    keys += Array.from(text).length;
    await page.keyboard.type(text);
  };
  for (const [index, { code, name, quantity, price }] of LINES.entries()) {
    const line = index + 1;
    if (index > 0) await press("Enter");
    await expect(cell(line, "商品")).toHaveCount(1);
    if (code) {
      await type(code);
      await expect(page.locator("#combo-list [aria-selected=true]")).toContainText(code);
    } else {
      await press("Enter");
      await expect(cell(line, "品名")).toHaveCount(1);
      await type(name!);
    }
    await press("Enter");
    await expect(cell(line, "数量")).toHaveCount(1);
    await type(quantity);
    await press("Enter");
    await expect(cell(line, "単価")).toHaveCount(1);
    await type(price);
  }
  expect(keys).toBeLessThanOrEqual(MOST_KEYS);
  await page.keyboard.press("Tab");
  await expect(page.locator('[data-total="price"]')).toHaveText(/^1,390,580$|確認で計算/);
});

test("a row of 納品書作成 is ticked by its quantity, and Enter goes to the next row's", async ({ as }) => {
  const page = await as("yamada");
  await page.goto("/accounting/delivery/new?buyer_id=tanaka");
  const rows = page.locator("tbody tr");
  const quantity = (row: number) => rows.nth(row).locator('input[name$="num_items"]');
  const box = (row: number) => rows.nth(row).locator("[data-amount]");
  await expect(page.locator("[data-picked]")).toContainText("選択 0枚");
  await quantity(0).fill("1");
  await expect(box(0)).toBeChecked();
  await quantity(0).press("Enter");
  await expect(quantity(1)).toBeFocused();
  await expect(box(1)).not.toBeChecked();
  await quantity(0).fill("0");
  await expect(box(0)).not.toBeChecked();
});

test("the product can be installed as an app, in the browser's own judgement", async ({ page, context }) => {
  await page.goto("/login");
  const devtools = await context.newCDPSession(page);
  const { errors, data } = await devtools.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(JSON.parse(data!).name).toBe("KOBA");
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // Journeys run in a window that keeps nothing.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
});
