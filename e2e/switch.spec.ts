import type { Page } from "playwright/test";
import { axe, expect, inSight, PASSWORD, test } from "./fixtures";

async function asStaff(page: Page): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("ユーザー名またはメールアドレス").fill("writer@ops.example");
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "ログイン" }).click();
  await expect(page.getByRole("heading", { name: "アカウント切り替え" })).toBeVisible();
}

async function switchTo(page: Page, company: string): Promise<void> {
  await page.goto(`/setting/switch/${company}`);
  await page.getByLabel("設定代行").check();
  await page.getByLabel("編集できるようにする").check();
  await page.getByRole("button", { name: "切り替え", exact: true }).click();
  await expect(page.getByRole("region", { name: "運営" })).toContainText("として表示中（編集できる）");
}

test("a form drawn for one company is refused once another tab stands for another; what was typed stays, and the page says why", async ({
  page,
  context,
  allow,
}) => {
  allow("409 POST /setting/destination/new");
  await asStaff(page);
  await switchTo(page, "tanaka");
  await page.goto("/setting/destination/new");
  // Typed before the other tab switches: a page with nothing typed follows it.
  await page.getByLabel("納入先名").fill("取り違えた倉庫");
  const other = await context.newPage();
  await switchTo(other, "yamada");
  await page.getByRole("button", { name: "追加する" }).click();
  await expect(page.getByText("今は「山田精機株式会社」として表示しています。")).toBeVisible();
  await expect(page.getByLabel("納入先名")).toHaveValue("取り違えた倉庫");
  expect(await axe(page)).toEqual([]);
  await other.getByRole("button", { name: "戻る" }).click();
  await expect(other.getByText("山田精機株式会社の表示を終わりました。")).toBeVisible();
});

test("staff find the mail that waits from the screen where they switch", async ({ page }) => {
  await asStaff(page);
  await page.getByRole("link", { name: "送信待ちのメールを見る" }).click();
  await expect(page.getByRole("heading", { name: "送信待ちのメール" })).toBeVisible();
  expect(await axe(page)).toEqual([]);
});

for (const [width, height] of [
  [1280, 800],
  [390, 800],
] as const) {
  test(`the bar of a stay stays in sight and covers nothing at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await asStaff(page);
    await switchTo(page, "yamada");
    await page.goto("/setting/company");
    await page.mouse.wheel(0, 2_000);
    await expect(page.getByRole("region", { name: "運営" })).toBeInViewport({ ratio: 1 });
    const [bar, header] = await Promise.all([
      page.getByRole("region", { name: "運営" }).boundingBox(),
      page.getByRole("banner").boundingBox(),
    ]);
    expect(header!.y).toBeGreaterThanOrEqual(bar!.y + bar!.height - 1);
    await page.goto("/chat/yamada_tanaka");
    await expect(page.getByRole("button", { name: "定型文" })).toBeVisible();
    for (const [wide, high] of width === 1280
      ? ([[1280, 800]] as const)
      : ([
          [390, 800],
          [640, 400],
          [320, 256],
        ] as const)) {
      await page.setViewportSize({ width: wide, height: high });
      await page.getByRole("textbox", { name: "メッセージ" }).blur();
      await page.getByRole("textbox", { name: "メッセージ" }).focus();
      await expect
        .poll(async () => [wide, await inSight(page.getByRole("button", { name: "送信", exact: true }))])
        .toEqual([wide, true]);
    }
    await page.getByRole("button", { name: "戻る" }).first().click();
    await expect(page).toHaveURL(/\/setting\/switch$/);
  });
}
