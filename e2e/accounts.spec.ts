import { axe, expect, PASSWORD, test } from "./fixtures";
import { codeFor } from "./outbox";

/** 20 × 20 red pixels */
const SEAL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAABQAAAAUCAIAAAAC64paAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAIElEQVQ4jWM4w8BANmIY1cwwGmAMo4mEYTRjMAxcYQAA9Yw+0CayAjIAAAAASUVORK5CYII=",
  "base64",
);

test("a company's administrator sets seal, closed days and notices, reads the history, and is asked before logging out", async ({
  as,
}) => {
  const page = await as("yamada");
  await page.goto("/setting/paper");
  await page
    .getByLabel("角印の画像")
    .setInputFiles({ name: "角印.png", mimeType: "image/png", buffer: SEAL });
  await page.getByRole("button", { name: "角印を保存" }).click();
  await expect(page.getByText("角印を保存しました。")).toBeVisible();
  await expect(page.getByRole("img", { name: "今の角印" })).toHaveJSProperty("naturalWidth", 20);
  expect(await axe(page)).toEqual([]);

  await page.goto("/setting/calendar?year=2027");
  await page.getByLabel("休業日", { exact: true }).fill("2027/8/12");
  await page.getByLabel("最終日").fill("2027/8/16");
  await page.getByLabel("名称").fill("夏季休業");
  await page.getByRole("button", { name: "休業日を加える" }).last().click();
  await expect(page.getByText("休業日を3日加えました。")).toBeVisible();
  await page.getByRole("button", { name: "2027/8/13(金) を やめる" }).click();
  await expect(page.getByText("2027/8/13(金) を営業日に戻しました。")).toBeVisible();
  await expect(page.getByText("2027/8/16(月)", { exact: true })).toBeVisible();
  expect(await axe(page)).toEqual([]);

  await page.goto("/setting/self/notices");
  await page.getByLabel("毎朝7時にまとめる", { exact: true }).check();
  await page.getByLabel("出荷をメールで知らせる").uncheck();
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "保存" }).last().click();
  await expect(page.getByText("通知の設定を保存しました。")).toBeVisible();
  await expect(page.getByText("毎朝7時にまとめる")).toBeVisible();

  await page.goto("/setting/history");
  await expect(page.getByText("営業日カレンダーの変更").first()).toBeVisible();
  await expect(page.getByText("ロゴ・角印の変更").first()).toBeVisible();
  expect(await axe(page)).toEqual([]);

  await page.goto("/setting");
  await page.getByRole("link", { name: "ログアウト" }).click();
  await expect(page.getByRole("button", { name: "ログアウト" })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.getByRole("link", { name: "やめる" }).click();
  await expect(page.getByRole("heading", { name: "会社・ユーザー情報" })).toBeVisible();
});

test("the bar of a stay counts its minutes down; staff open a waiting letter on record", async ({ page }) => {
  await page.clock.install();
  await page.goto("/reset");
  await page.getByLabel("メールアドレス").fill("genba@yamada.example");
  await page.getByRole("button", { name: /確認コード/ }).click();
  await page.goto("/login");
  await page.getByLabel("ユーザー名またはメールアドレス").fill("writer@ops.example");
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "ログイン" }).click();
  await page.getByRole("link", { name: "送信待ちのメールを見る" }).click();
  const letter = page.getByRole("article").filter({ hasText: "genba@yamada.example" }).first();
  const code = await codeFor("genba@yamada.example");
  await expect(letter).toBeVisible();
  await expect(letter).not.toContainText(code);
  await letter.getByRole("button", { name: "本文を開く" }).click();
  await expect(letter).toContainText(code);
  await expect(letter).toContainText("開いた人: 運営 書子");

  await page.goto("/setting/switch/suzuki");
  await page.getByLabel("設定代行").check();
  await page.getByLabel("編集できるようにする").check();
  const counting = page.waitForResponse(/\/stay-/);
  await page.getByRole("button", { name: "切り替え", exact: true }).click();
  const bar = page.getByRole("region", { name: "運営" });
  await expect(bar).toContainText("残り30分");
  await counting;
  await page.waitForLoadState("networkidle");
  await page.clock.runFor(5 * 60_000 + 2_000);
  await expect(bar).toContainText("残り25分");
});
