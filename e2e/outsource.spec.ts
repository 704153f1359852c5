import type { Page } from "playwright/test";
import { dayFromNow, expect, test } from "./fixtures";
import { accounts, enter, pay } from "./payable";

/** 受入 before sato says that it was shipped asks first. */
const ASKED = /^422 POST \/task\/\d+\/receive$/;
const SATO = "佐藤鈑金工業株式会社";
/** Sent out today, it is of this month's 照合: sato's closes at its end. */
const month = () => dayFromNow(0).slice(0, 7).replace("/", "");

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await page.locator(`main [name=${name}]`).first().fill(value);
}

/** A card of the factory's own, sent to sato at so much each; its address. */
async function sentOut(page: Page, name: string, unit_price: string): Promise<string> {
  await page.goto("/task/new");
  await page.locator("[name=buyer_id]").selectOption("tanaka");
  await fill(page, { name, num_items: "10", delivery_date: dayFromNow(30) });
  for (const unit of ["order_unit", "unit"]) await page.locator(`[name=${unit}]`).selectOption("piece");
  await page.getByRole("button", { name: "登録する" }).click();
  await expect(page).not.toHaveURL(/\/new/);
  await page.goto(`/task/list?${new URLSearchParams({ q: name })}`);
  const card = (await page.locator("a[href^='/task/']", { hasText: /^\d+$/ }).first().getAttribute("href"))!;
  const path = new URL(card, page.url()).pathname;
  await page.goto(`${path}/outsource`);
  await page.locator("[name=partner_id]").selectOption({ label: SATO });
  await fill(page, { name: `${name} 加工`, delivery_date: dayFromNow(20), unit_price });
  await page.getByRole("button", { name: "内容を確認する", exact: true }).click();
  await expect(page.getByText("まだ出していません")).toBeVisible();
  await page.getByRole("button", { name: "外注に出す", exact: true }).click();
  await expect(page.getByText("外注依頼書が届いています").first()).toBeVisible();
  return path;
}

async function received(page: Page, path: string): Promise<void> {
  await page.goto(`${path}/receive`);
  await page.getByRole("button", { name: "受け入れる" }).click();
  await page.getByLabel("出荷の登録を待たずに受け入れる").check();
  await page.getByRole("button", { name: "受け入れる" }).click();
  await expect(page.getByText("を受け入れました").first()).toBeVisible();
}

type Work = { name: string; number: string; unit_price: string; base: string; total: string };
async function walk(page: Page, { name, number, unit_price, base, total }: Work): Promise<void> {
  await accounts(page);
  await received(page, await sentOut(page, name, unit_price));

  const match = `/accounting/payable/match/line?partner_id=sato&ym=${month()}`;
  const line = page.getByRole("row", { name });
  await page.goto(match);
  await expect(line).toContainText(Number(base).toLocaleString("ja-JP"));
  await enter(page, number, base, dayFromNow(0));
  await page.goto(match);
  await expect(page.getByRole("link", { name: number }).first()).toBeVisible();
  await expect(line).toContainText("紙の請求書");

  await pay(page, number, total);
}

test("work is sent out, received, billed on paper, checked, paid by a file, and nothing of it is left", async ({
  as,
  allow,
}) => {
  allow(ASKED);
  const name = `外注板${Date.now()}`;
  const money = { unit_price: "1234", base: "12340", total: "¥13,574" };
  await walk(await as("yamada"), { name, number: "E-701", ...money });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the same", async ({ as, allow }) => {
    allow(ASKED);
    const name = `外注箱${Date.now()}`;
    const money = { unit_price: "1345", base: "13450", total: "¥14,795" };
    await walk(await as("yamada"), { name, number: "E-702", ...money });
  });
});
