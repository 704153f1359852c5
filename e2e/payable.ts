import type { Page } from "playwright/test";
import { expect } from "./fixtures";

/** Where yamada pays from and to: entered once, whichever journey comes first. */
export async function accounts(page: Page): Promise<void> {
  await page.goto("/setting/paying");
  if ((await page.getByText("テスト銀行").count()) === 0) await payFrom(page);
  await page.goto("/setting/payee/sato");
  if ((await page.getByText("未登録").count()) > 0) await payTo(page);
}

async function payFrom(page: Page): Promise<void> {
  await page.goto("/setting/paying/new");
  const own = {
    bank_name: "テスト銀行",
    branch_name: "本店",
    bank_code: "9999",
    bank_kana: "テスト",
    branch_code: "001",
    branch_kana: "ホンテン",
    number: "1234567",
    consignor_code: "1234567890",
    consignor_name: "カ）ヤマダセイキ",
  };
  for (const [name, value] of Object.entries(own)) await page.locator(`[name=${name}]`).fill(value);
  await page.locator("main form button").last().click();
  await expect(page).toHaveURL(/\/setting\/paying$/);
}

async function payTo(page: Page): Promise<void> {
  const theirs = {
    bank_code: "9998",
    bank_kana: "テストギンコウ",
    branch_code: "123",
    branch_kana: "ミナミ",
  };
  const account = { ...theirs, number: "0012345", name: "カ）サトウコウギョウ" };
  for (const [name, value] of Object.entries(account)) await page.locator(`[name=${name}]`).fill(value);
  await page.locator("[name=kind]").selectOption("普通");
  await page.getByRole("button", { name: "内容を確かめる" }).click();
  await page.getByRole("button", { name: "この口座を登録する" }).click();
  await expect(page.getByText("***2345").first()).toBeVisible();
}

/** A paper 請求書 of sato's for 外注加工費, of these days. */
export async function enter(page: Page, number: string, base: string, day: string): Promise<void> {
  await page.goto("/accounting/payable/bill/new");
  await page.locator("[name=partner_id]").selectOption("sato");
  await page.locator("[name=number]").fill(number);
  await page.locator("[name=bill_date]").fill(day);
  await page.locator("[name=account]").selectOption("outsourcing");
  await page.locator("[name=base_10]").fill(base);
  await page.locator("main form button").last().click();
  await expect(page).toHaveURL(/\/payable\/bill\/\d+$/);
}

/** From 支払予定 to where a file is made of the payment. */
export async function record(page: Page, number: string): Promise<void> {
  await page.goto(`/accounting/payable/due?q=${number}`);
  await page.locator("input[name=ids]").first().check();
  await page.getByRole("button", { name: "支払登録" }).click();
  for (const name of ["確認する", "この内容で登録する"])
    await page.getByRole("button", { name, exact: true }).click();
  await expect(page.getByRole("button", { name: "内容を確認する", exact: true })).toBeVisible();
}

/** From there to a file that somebody took, until nothing of it is left. */
export async function pay(page: Page, number: string, total: string): Promise<void> {
  await record(page, number);
  await page.getByRole("button", { name: "内容を確認する", exact: true }).click();
  await page.getByRole("button", { name: `1件 ${total} の総合振込ファイルを作る` }).click();
  await expect(page.getByText("未取得").first()).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "ファイルを取得する" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^総合振込_\d{8}\.txt$/);

  await page.goto("/accounting/payable/payment?banked=taken");
  await expect(page.getByRole("row", { name: number })).toContainText("取得済み");
  await page.goto(`/accounting/payable/due?q=${number}`);
  await expect(page.locator("input[name=ids]")).toHaveCount(0);
  await page.goto(`/accounting/payable/bill?q=${number}`);
  await expect(page.getByRole("row", { name: number })).toContainText("支払済");
}
