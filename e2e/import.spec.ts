import type { Page } from "playwright/test";
import { expect, signIn, test } from "./fixtures";

const file = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

async function choose(page: Page, text: string): Promise<void> {
  await page.goto("/task/import");
  await page.getByLabel("CSVファイル").setInputFiles(file("注文.csv", text));
  await page.getByRole("button", { name: "内容を確認する" }).click();
}

for (const javaScriptEnabled of [true, false]) {
  test(`orders in a file become cards after a look at them${javaScriptEnabled ? "" : ", without JavaScript too"}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await signIn(page, "yamada");
    const order = `取込${javaScriptEnabled}${Date.now()}`;
    await choose(
      page,
      `得意先,注番,品番,品名,数量,納期\r\n田中産業機械,${order},YM-1001,,１２,2030/1/10\r\n知らない会社,${order},,軸,1,13/45`,
    );
    await expect(
      page.getByText("3行目 納期: 納期は日付で入力してください（例：2026/11/21、11/21）（「13/45」）"),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "全部登録" })).toHaveCount(0);
    await page.getByRole("button", { name: "正しい行だけ登録（1枚）" }).click();
    await expect(page.getByText("1枚を追加しました。")).toBeVisible();
    await page.goto(`/task/list?q=${encodeURIComponent(order)}`);
    await expect(page.getByText("全1枚", { exact: true })).toBeVisible();
    await context.close();
  });
}

test("a file that is no CSV, and one without headings, are told so on the same page", async ({
  page,
  allow,
}) => {
  allow("422 POST /task/import");
  await signIn(page, "yamada");
  await choose(page, "PK\u0003\u0004xlsx");
  await expect(page.getByRole("alert")).toContainText("CSV UTF-8（コンマ区切り）");
  await choose(page, "あ,い\r\n1,2");
  await expect(page.getByRole("alert")).toContainText("「依頼元」「数量」");
});
