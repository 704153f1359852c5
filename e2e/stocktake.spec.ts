import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";

const CODE = "YM-S002";

/** Goods in at the shelf, a sheet, one row counted, confirmed with its difference, and taken back. */
async function count(page: Page, isScripted: boolean): Promise<void> {
  await page.goto(`/s/?${new URLSearchParams({ code: CODE, shelf: "" })}`);
  await expect(page.getByRole("heading", { name: "標準L金具" })).toBeVisible();
  await page.locator("[data-shelf-form] [name=num]").fill("25");
  await page.getByRole("button", { name: "入庫" }).click();
  await expect(page.getByText(/25個 を入庫しました/).first()).toBeVisible();

  await page.goto("/inventory/stocktake/new");
  await page.getByLabel("棚卸の名称").fill(isScripted ? "朝の棚卸" : "夜の棚卸");
  await page.getByLabel("帳簿数を隠して数える").uncheck();
  await page.getByRole("button", { name: "棚卸を作る" }).last().click();
  await expect(page).toHaveURL(/stocktake\/\d+$/);
  const sheet = page.url();
  const row = page.locator("tr[data-row]", { hasText: CODE });
  const book = Number((await row.locator("[data-slot=book]").innerText()).replace(",", ""));
  await row.getByLabel("実棚数").fill(String(book - 1));
  if (isScripted) {
    await row.getByLabel("の理由").focus();
    await expect(row.getByText("保存しました")).toBeVisible();
    await expect(row.locator("[data-slot=adjust]")).toHaveText("-1");
  } else {
    await page.getByRole("button", { name: "このページを保存" }).click();
    await expect(page.getByText("1行を保存しました。")).toBeVisible();
    await expect(row.locator("[data-slot=adjust]")).toHaveText("-1");
  }

  await page.goto(`${sheet}/confirm`);
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await page.getByRole("button", { name: "この差異で確定する" }).last().click();
  await expect(page.getByText("1行の差異を在庫に入れました。")).toBeVisible();
  await page.getByRole("link", { name: "確定を取り消す" }).click();
  await page.getByRole("button", { name: "確定を取り消す" }).last().click();
  await expect(page.getByRole("button", { name: "続けて数える" })).toBeVisible();
  await expect(row.getByText(String(book - 1))).toBeVisible();
}

test("棚卸 and a shelf: counted row by row, confirmed, taken back", async ({ as }) => {
  await count(await as("yamada"), true);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the same", async ({ as }) => {
    await count(await as("yamada"), false);
  });
});
