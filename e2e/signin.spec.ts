import { CAST, expect, PASSWORD, signIn, test } from "./fixtures";

test("a wrong password is answered in the product's words, and the name stays", async ({ page, allow }) => {
  allow("422 POST /login");
  await page.goto("/login");
  await page.getByLabel("ユーザー名またはメールアドレス").fill(CAST.genba);
  await page.getByLabel("パスワード", { exact: true }).fill("not-the-password");
  await page.getByRole("button", { name: "ログイン" }).click();
  await expect(page.getByText("ユーザー名またはパスワードが正しくありません。").first()).toBeVisible();
  await expect(page.getByLabel("ユーザー名またはメールアドレス")).toHaveValue(CAST.genba);
  await expect(page.getByLabel("パスワード", { exact: true })).toBeFocused();
  await expect(page.getByLabel("パスワード", { exact: true })).toHaveValue("");
});

test("empty fields are named beside them", async ({ page, allow }) => {
  allow("422 POST /login");
  await page.goto("/login");
  await page.getByRole("button", { name: "ログイン" }).click();
  await expect(page.getByText("ユーザー名またはメールアドレスを入力してください").first()).toBeVisible();
  await expect(page.getByText("パスワードを入力してください").first()).toBeVisible();
});

test("sign-in leads to the page that was asked for", async ({ page }) => {
  await page.goto("/order?status=accepted");
  await expect(page.getByRole("heading", { name: "ログイン" })).toBeVisible();
  await page.getByLabel("ユーザー名またはメールアドレス").fill(CAST.kobai);
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "ログイン" }).click();
  await expect(page).toHaveURL(/\/order\?status=accepted$/);
});

test("sign-in leads nowhere but here", async ({ page }) => {
  await page.goto("/login?return_to=%2F%2Fevil.example%2F");
  await page.getByLabel("ユーザー名またはメールアドレス").fill(CAST.genba);
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "ログイン" }).click();
  await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/task\/kanban/);
});

test("sign-out ends the session, and going back shows nothing", async ({ page }) => {
  await signIn(page, "genba");
  await page
    .getByRole("navigation", { name: "メニュー", exact: true })
    .locator("summary", { hasText: "設定" })
    .click();
  await page.getByRole("link", { name: "ログアウト" }).click();
  await page.getByRole("button", { name: "ログアウト" }).click();
  await expect(page.getByRole("button", { name: "ログイン" })).toBeVisible();
  await page.goto("/task/kanban");
  await expect(page.getByRole("heading", { name: "ログイン" })).toBeVisible();
});

test("menus open by Enter, walk by arrows, close by Escape", async ({ page }) => {
  await signIn(page, "yamada");
  const menu = page.getByRole("navigation", { name: "メニュー", exact: true });
  const tab = menu.locator("summary", { hasText: "進捗管理" });
  await tab.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await expect(menu.getByRole("link", { name: "進捗管理" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(menu.getByRole("link", { name: "カード一括移動" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu.getByRole("link", { name: "カード一括移動" })).toBeHidden();
  await expect(tab).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(menu.locator("summary", { hasText: "伝票作成" })).toBeFocused();
});

test("a screen that is not one's own says so; one that is not there too", async ({ page, allow }) => {
  allow("403 GET /accounting/delivery", "404 GET /task/99999999");
  await signIn(page, "genba");
  expect((await page.goto("/accounting/delivery"))!.status()).toBe(403);
  await expect(page.getByRole("heading", { name: "この画面を開く権限がありません" })).toBeVisible();
  expect((await page.goto("/task/99999999"))!.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "ページが見つかりません" })).toBeVisible();
});
