import type { Page } from "playwright/test";
import { dayFromNow, test } from "./fixtures";
import { accounts, enter, pay } from "./payable";

async function walk(page: Page, number: string, base: string, total: string): Promise<void> {
  await accounts(page);
  await enter(page, number, base, dayFromNow(-5));
  await pay(page, number, total);
}

test("a paper is entered, paid by a file for the bank, and nothing of it is left", async ({ as }) => {
  await walk(await as("yamada"), "E-603", "10500", "¥11,550");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the same", async ({ as }) => {
    await walk(await as("yamada"), "E-604", "20600", "¥22,660");
  });
});
