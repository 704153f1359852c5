import sharp from "sharp";
import { axe, expect, test } from "./fixtures";

test("a photo is made small before it is sent, shown, taken away and brought back; a card is divided, and no part's page has a barrier", async ({
  as,
}) => {
  const page = await as("yamada");
  await page.goto("/task/new");
  await page.locator("select[name=buyer_id]").selectOption("tanaka");
  await page.locator("[name=name]").fill("写真の試し");
  await page.locator("[name=num_items]").fill("100");
  await page.locator("select[name=order_unit]").selectOption("piece");
  await page.locator("select[name=unit]").selectOption("piece");
  await page.locator("[data-save]").click();
  await page.waitForURL(/\/task\/\d+$/);
  const card = new URL(page.url()).pathname;

  await page.goto(`${card}?tab=files`);
  const noise = { type: "gaussian" as const, mean: 128, sigma: 30 };
  const photo = await sharp({
    create: { width: 3000, height: 2000, channels: 3, background: "white", noise },
  })
    .jpeg({ quality: 90 })
    .toBuffer();
  expect(photo.length).toBeGreaterThan(1_500_000);
  await page
    .locator("input[name=files]")
    .setInputFiles({ name: "段取り.jpg", mimeType: "image/jpeg", buffer: photo });
  await expect(page.getByText(/^1件、合わせて0\.\dMB$/)).toBeVisible();
  await page.getByRole("button", { name: "載せる" }).click();
  await expect(page.getByText("1件のファイルを載せました。")).toBeVisible();
  const thumb = page.getByAltText("段取り.jpg");
  await expect(thumb).toBeVisible();
  expect(
    await thumb.evaluate(
      (image: HTMLImageElement) =>
        image.complete && image.naturalWidth > 0 && Math.max(image.naturalWidth, image.naturalHeight) <= 320,
    ),
  ).toBe(true);
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "段取り.jpgを削除" }).click();
  await expect(thumb).toHaveCount(0);
  await page.getByRole("button", { name: "元に戻す" }).click();
  await expect(thumb).toBeVisible();

  await page.goto(`${card}/divide?size=30`);
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "分割する" }).last().click();
  await page.waitForURL(/tab=parts/);
  await expect(page.getByText("枝 4/4 到着")).toBeVisible();
  for (const path of [
    "?tab=parts",
    "?tab=files",
    "/merge",
    "/defect",
    "/part",
    "/outsource",
    "/files",
    "/wait",
  ]) {
    await page.goto(card + path);
    expect([path, await axe(page)]).toEqual([path, []]);
  }
});
