import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";

const CODE = "YM-S002";

/** Goods in at the shelf, a sheet, one row counted, confirmed with its difference, and taken back. */
async function count(page: Page, isScripted: boolean): Promise<void> {
  await page.goto(`/s/?${new URLSearchParams({ code: CODE, shelf: "" })}`);
  await expect(page.getByRole("heading", { name: "標準L金具" })).toBeVisible();
  await page.locator("[data-shelf-form] [name=num]").fill("25");
  await page.getByRole("button", { name: "入庫" }).click();
  await expect(page.getByText(/25個 を入庫しました/).first()).toBeVisible();

  await page.goto("/inventory/stocktake/new");
  await page.getByLabel("棚卸の名称").fill(isScripted ? "朝の棚卸" : "夜の棚卸");
  await page.getByLabel("帳簿数を隠して数える").uncheck();
  await page.getByRole("button", { name: "棚卸を作る" }).last().click();
  await expect(page).toHaveURL(/stocktake\/\d+$/);
  const sheet = page.url();
  const row = page.locator("tr[data-row]", { hasText: CODE });
  const book = Number((await row.locator("[data-slot=book]").innerText()).replace(",", ""));
  await row.getByLabel("実棚数").fill(String(book - 1));
  if (isScripted) {
    await row.getByLabel("の理由").focus();
    await expect(row.getByText("保存しました")).toBeVisible();
    await expect(row.locator("[data-slot=adjust]")).toHaveText("-1");
    await expect(row.locator("td:has([data-slot=adjust])")).toHaveClass(/text-bad/);
    await expect(row.locator("[data-slot=yen]")).toHaveText(/^-¥\d+$/);
  } else {
    await page.getByRole("button", { name: "このページを保存" }).click();
    await expect(page.getByText("1行を保存しました。")).toBeVisible();
    await expect(row.locator("[data-slot=adjust]")).toHaveText("-1");
  }

  await page.goto(`${sheet}/confirm`);
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await page.getByRole("button", { name: "この差異で確定する" }).last().click();
  await expect(page.getByText("1行の差異を在庫に入れました。")).toBeVisible();
  await page.getByRole("link", { name: "確定を取り消す" }).click();
  await page.getByRole("button", { name: "確定を取り消す" }).last().click();
  await expect(page.getByRole("button", { name: "続けて数える" })).toBeVisible();
  await expect(row.getByText(String(book - 1))).toBeVisible();
}

test("棚卸 and a shelf: counted row by row, confirmed, taken back", async ({ as }) => {
  await count(await as("yamada"), true);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the same", async ({ as }) => {
    await count(await as("yamada"), false);
  });
});

test("at a shelf an unknown code leaves no goods ready, and without a line a number is that of goods", async ({
  as,
  allow,
}) => {
  allow(/ERR_INTERNET_DISCONNECTED|\/s\/look|\/s\/scans/);
  const page = await as("yamada");
  await page.goto(`/s/?${new URLSearchParams({ code: CODE, shelf: "" })}`);
  const form = page.locator("[data-shelf-form]");
  const num = form.locator("[name=num]");
  const scan = async (code: string) => {
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
  };
  await expect(form.locator("[data-pad] button").first()).toBeVisible();
  await scan("ZZZ-999");
  await expect(page.getByText("「ZZZ-999」という商品番号も置場もカードも見つかりません。")).toBeVisible();
  await expect(form).toBeHidden();
  await page.context().setOffline(true);
  await scan("YM-S001");
  await expect(page.getByRole("heading", { name: "読み取った商品" })).toBeVisible();
  await num.fill("2");
  await form.getByRole("button", { name: "入庫" }).click();
  await expect(page.getByText("入庫 2 を記録しました（未送信）。")).toBeVisible();
  await expect(form).toBeHidden();
  await page.context().setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.locator("[data-net]")).toHaveText("オンライン", { timeout: 60_000 });
  await page.goto(`/s/?${new URLSearchParams({ shelf: "" })}`);
  await expect(page.getByText(/「標準スペーサー 10mm」2個 を入庫しました/).first()).toBeVisible();
});

test("at a shelf a label that falls into the number is read, Enter does what is chosen, and a rounded number is taken with its reason", async ({
  as,
}) => {
  const page = await as("yamada");
  await page.goto("/inventory?q=YM-S001");
  await page.locator("tbody").getByRole("link").first().click();
  await page.getByRole("link", { name: "10個の重さを量る" }).click();
  await page.getByLabel("重さ").fill("7");
  await page.getByLabel("重さ").press("Enter");
  await expect(page.getByText("0.7kg/個").first()).toBeVisible();

  await page.goto(`/s/?${new URLSearchParams({ shelf: "", act: "stock_count", code: CODE })}`);
  const form = page.locator("[data-shelf-form]");
  const num = form.locator("[name=num]");
  const said = page.locator("[data-said]");
  await expect(form.locator("[data-pad] button").first()).toBeVisible();
  await num.click();
  await page.keyboard.type("YM-S001");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "標準スペーサー 10mm" })).toBeVisible();

  await num.fill("1kg");
  await num.press("Enter");
  await expect(said).toContainText("1kgは1個になり、端数（0.429）が1%を超えます");
  await said.getByRole("button", { name: "この数でよい" }).click();
  await page.getByLabel("理由", { exact: true }).fill("量り直した");
  await page.getByLabel("理由", { exact: true }).press("Enter");
  await expect(said).toContainText("「標準スペーサー 10mm」は 1個 と数えました。");

  // The next label, without a touch.
  await page.keyboard.type(CODE);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "標準L金具" })).toBeVisible();
});

test("at a shelf the camera reads labels by the browser's own detector, each once while it is held there", async ({
  as,
}) => {
  const page = await as("yamada");
  // No camera here, and a Chromium that reads no codes: a stand-in sees what `show` is told.
  await page.addInitScript(() => {
    let [seen, looks] = ["", 0];
    const canvas = document.createElement("canvas");
    const picture = canvas.getContext("2d")!;
    setInterval(() => picture.fillRect(0, 0, 9, 9), 50);
    const stream = canvas.captureStream();
    navigator.mediaDevices.getUserMedia = async () => stream;
    const detect = async () => {
      looks++;
      if (seen === "blurred") throw new DOMException("no frame yet", "InvalidStateError");
      return seen ? [{ rawValue: seen }] : [];
    };
    const BarcodeDetector = class {
      static getSupportedFormats = async () => ["qr_code"];
      detect = detect;
    };
    const show = (text: string) => void ([seen, looks] = [text, 0]);
    Object.assign(globalThis, { BarcodeDetector, show, looks: () => looks, isLive: () => stream.active });
  });
  const looks = () => page.evaluate(() => (globalThis as any).looks() as number);
  const show = async (text: string) => {
    await page.evaluate((told) => (globalThis as any).show(told), text);
    await expect.poll(looks).toBeGreaterThan(0);
  };
  const decoders: string[] = [];
  page.on("request", (sent) => {
    if (/scan\.decode/.test(sent.url())) decoders.push(sent.url());
  });
  await page.goto(`/s/?${new URLSearchParams({ shelf: "", act: "stock_count" })}`);
  await page.getByRole("button", { name: "カメラで読む" }).click();
  await expect(page.locator("video")).toBeVisible();
  await show("blurred");
  await show(CODE);
  await expect(page.getByRole("heading", { name: "標準L金具" })).toBeVisible();
  const num = page.locator("[data-shelf-form] [name=num]");
  await num.fill("7");
  // Still before the lens, it is not read anew over what is typed.
  await show(CODE);
  await expect.poll(looks).toBeGreaterThan(20);
  await expect(num).toHaveValue("7");
  await show("YM-S001");
  await expect(page.getByRole("heading", { name: "標準スペーサー 10mm" })).toBeVisible();
  await page.getByRole("button", { name: "カメラを閉じる" }).click();
  await expect(page.locator("video")).toBeHidden();
  expect([await page.evaluate(() => (globalThis as any).isLive()), decoders]).toEqual([false, []]);
});
