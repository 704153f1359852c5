import { axe, expect, test } from "./fixtures";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("goods go out below zero once that is confirmed, are taken back, and a threshold is typed in its cell", async ({
      page,
      baseURL,
      allow,
    }) => {
      allow(/^422 POST \/inventory\/\d+\/(move|weight)$/);
      const answer = await page.request.post("/login", {
        form: { username: "admin@yamada.example", password: "koba-demo-2026" },
        headers: { Origin: baseURL! },
        maxRedirects: 0,
      });
      expect(answer.status()).toBe(303);
      await page.goto("/inventory?buyer_id=buhin-zaiko");
      const figures = page.locator("details[data-menu]", { hasText: "予定の内訳" });
      for (const at of [1, 0]) {
        await figures.nth(at).locator("summary").click();
        await expect(figures.nth(at).getByRole("link", { name: "すべて見る" })).toBeVisible();
      }
      await page.locator("tbody").getByRole("link").first().click();
      const product = new URL(page.url()).pathname;
      await expect(page.getByRole("img", { name: /在庫の推移/ })).toBeVisible();
      if (javaScriptEnabled) expect(await axe(page)).toEqual([]);

      await page.getByRole("link", { name: "出庫", exact: true }).click();
      await page.getByLabel("数量").fill("999999");
      await page.getByLabel("数量").press("Enter");
      const seen = page.getByLabel(/になることを確かめました/);
      await expect(seen).toBeVisible();
      await expect(page.getByLabel("数量")).toHaveValue("999,999");
      await seen.check();
      await page.getByLabel("理由").selectOption("other");
      await page.getByRole("button", { name: "出庫を記録する" }).last().click();
      await expect(page).toHaveURL(product);
      await expect(page.getByText("マイナス").first()).toBeVisible();

      await page.getByRole("link", { name: "取消", exact: true }).first().click();
      await page.getByRole("button", { name: "取り消す" }).last().click();
      await expect(page).toHaveURL("/inventory/stored");
      await expect(page.getByText(/の計/).first()).toBeVisible();

      await page.goto(product);
      const weigh = async (kg: string) => {
        await page.getByRole("link", { name: "10個の重さを量る" }).click();
        await page.getByLabel("重さ").fill(kg);
        await page.getByLabel("重さ").press("Enter");
      };
      const [known, other] = javaScriptEnabled ? ["3.6", "３．９"] : ["3.9", "４．２"];
      await weigh(known!);
      await expect(page.getByText(javaScriptEnabled ? "0.36kg/個" : "0.39kg/個").first()).toBeVisible();
      await weigh(other!);
      await page.getByLabel(/と1%を超えて違います（\+.+%）。この重さでよいことを確かめました/).check();
      await page.getByLabel("理由").fill("材料が変わった");
      await page.getByRole("button", { name: "単重にする" }).last().click();
      await expect(page).toHaveURL(product);
      await expect(page.getByText(javaScriptEnabled ? "0.39kg/個" : "0.42kg/個").first()).toBeVisible();

      await page.goto("/inventory?buyer_id=buhin-zaiko");
      const cell = page.getByRole("textbox", { name: "しきい値" }).first();
      const typed = javaScriptEnabled ? "77" : "88";
      await cell.fill(typed);
      await cell.press("Enter");
      await expect(page.getByText("1件のしきい値を保存しました。")).toBeVisible();
      await expect(page.getByRole("textbox", { name: "しきい値" }).first()).toHaveValue(typed);
    });
  });
}
