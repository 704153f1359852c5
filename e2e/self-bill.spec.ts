import type { Page } from "playwright/test";
import { CAST, expect, test } from "./fixtures";

type As = (person: keyof typeof CAST) => Promise<Page>;
const SENT = /\/accounting\/self-bill\/\d+$/;

/** What yamada and sato agreed: proposed and accepted once, whichever journey comes first. */
async function agree(payer: Page, supplier: Page): Promise<void> {
  await payer.goto("/accounting/self-bill/agreement");
  if ((await payer.getByRole("link", { name: "取り決めを終了する" }).count()) > 0) return;
  await payer.locator("[name=partner_id]").selectOption("sato");
  await payer.getByRole("button", { name: "提案する" }).click();
  await expect(payer.getByText("同意待ち")).toBeVisible();
  await supplier.goto("/accounting/self-bill/agreement");
  await supplier.getByRole("link", { name: "提案に回答する" }).click();
  await supplier.getByLabel("同意する").check();
  await supplier.getByRole("button", { name: "送る" }).last().click();
  await expect(supplier.getByText("取り決めに同意しました")).toBeVisible();
}

/** All that is free, of what was received up to this month. */
async function issue(payer: Page): Promise<string> {
  await payer.getByRole("button", { name: "金額を確認する" }).last().click();
  await payer.getByRole("button", { name: "発行して送付する" }).click();
  await expect(payer).toHaveURL(SENT);
  return payer.url();
}

async function cancel(payer: Page, url: string): Promise<void> {
  await payer.goto(`${url}/cancel`);
  await payer.locator("[name=reason]").fill("内容の訂正");
  await payer.getByRole("button", { name: "取り消す" }).last().click();
  await expect(payer).toHaveURL(SENT);
}

async function walk(as: As): Promise<void> {
  const [payer, supplier] = [await as("yamada"), await as("sato")];
  await agree(payer, supplier);
  const month = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 7).replace("-", "");
  await payer.goto(`/accounting/self-bill/new?partner_id=sato&ym=${month}`);
  const url = await issue(payer);
  await expect(payer.getByRole("main")).toContainText("送付済");

  await supplier.goto("/accounting/self-bill?received=on");
  await supplier.goto(url);
  await supplier.getByRole("link", { name: "相違がある" }).click();
  await supplier.getByRole("button", { name: "送る" }).last().click();
  await expect(supplier.getByText("相違の内容を入力してください").first()).toBeVisible();
  await supplier.locator("[name=reason]").fill("段取り費が入っていません");
  await supplier.locator("[name='lines[0].amount']").fill("99,000");
  await supplier.getByRole("button", { name: "送る" }).last().click();
  await expect(supplier.getByText("相違を連絡しました")).toBeVisible();

  await payer.goto(url);
  await expect(payer.getByText("先方 ¥99,000")).toBeVisible();
  await cancel(payer, url);
  await payer.getByRole("link", { name: "作り直す" }).click();
  const again = await issue(payer);
  await expect(payer.getByText("第2版").first()).toBeVisible();

  await supplier.goto(again);
  await supplier.getByRole("link", { name: "確認する", exact: true }).click();
  await supplier.getByRole("button", { name: "送る" }).last().click();
  await expect(supplier.getByText("確認済みにしました")).toBeVisible();
  await payer.goto(`/accounting/self-bill?state=confirmed`);
  await expect(payer.locator(`a[href="${new URL(again).pathname}"]`).first()).toBeVisible();

  // Its lines are free again for whichever journey comes next.
  await cancel(payer, again);
}

/** A difference without a reason is refused on the way. */
const REFUSED = /^422 POST \/accounting\/self-bill\/\d+\/answer$/;

test("a 支払通知書 is issued, found wrong, issued anew and confirmed", async ({ as, allow }) => {
  await walk(as);
  allow(REFUSED);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the same", async ({ as, allow }) => {
    await walk(as);
    allow(REFUSED);
  });
});
