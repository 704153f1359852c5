import { expect, sheetsOf, test } from "./fixtures";

// The fixtures fail on whatever a browser writes into its console: what the content policy refuses, too.
test("every chart that can be looked into opens without a word in the console, with its legend in a row", async ({
  as,
}) => {
  const page = await as("yamada");
  for (const path of ["/bi/stat?period=quarter", "/bi/defective?period=quarter"]) {
    await page.goto(path);
    const links = page.getByRole("link", { name: "拡大して調べる" });
    const many = await links.count();
    expect(many).toBeGreaterThan(1);
    for (let at = 0; at < many; at++) {
      await links.nth(at).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.locator("svg.apexcharts-svg")).toBeVisible();
      const legend = dialog.locator(".apexcharts-legend");
      if (await legend.count())
        expect(await legend.evaluate((one) => getComputedStyle(one).display)).toBe("flex");
      await dialog.getByRole("button", { name: "閉じる" }).click();
      await expect(dialog).toBeHidden();
    }
  }
  const headers = (await page.goto("/bi/history"))!.headers();
  expect(headers["content-security-policy"]).toMatch(/style-src 'self'( 'sha256-[^']+')?;/);
});

test("今日の確認 prints on one sheet of A4, 加工実績 on one of A3, whatever the period", async ({ as }) => {
  const page = await as("yamada");
  await page.goto("/bi");
  expect(await sheetsOf(page)).toBe(1);
  for (const period of ["month", "quarter", "year"]) {
    await page.goto(`/bi/stat?period=${period}`);
    expect([period, await sheetsOf(page)]).toEqual([period, 1]);
  }
});
