import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { axe, dayFromNow, expect, sheetsOf, test } from "./fixtures";

// All 40 of it are promised to one card of the sample: it is short.
const CODE = "YM-1002";

async function productOf(page: Page, code: string): Promise<string> {
  await page.goto(`/inventory?q=${code}`);
  await page.locator("tbody").getByRole("link", { name: code }).click();
  await expect(page.getByRole("heading", { level: 1, name: code })).toBeVisible();
  return new URL(page.url()).pathname;
}
/** In the row of figures at the head of the page. */
const tells = (page: Page, label: string, much: string) =>
  expect(page.getByText(label, { exact: true }).first().locator("..")).toHaveText(
    new RegExp(`^${label}\\s*${much}$`),
  );

test("what is short is made anew by a 補充カード; what came in is allocated to a customer's card, and given up again", async ({
  as,
}) => {
  const page = await as("yamada");
  const product = await productOf(page, CODE);
  await tells(page, "不足数", "20個");
  await page.getByRole("link", { name: "補充カード" }).click();
  const wanted = page.getByLabel("数量");
  await expect(wanted).not.toHaveValue("");
  await wanted.fill("30");
  await page.getByRole("button", { name: "補充カードを作る" }).last().click();
  await expect(page).toHaveURL(/\/task\/\d+$/);
  await expect(page.getByText(/補充カードを1枚作りました（\d+）。/)).toBeVisible();
  await page.goto(product);
  await tells(page, "入荷予定", "30個");
  await tells(page, "不足数", "0個");

  await page.getByRole("link", { name: "入庫", exact: true }).click();
  await page.getByLabel("数量").fill("10");
  await page.getByRole("button", { name: "入庫を記録する" }).last().click();
  await expect(page).toHaveURL(product);
  await tells(page, "引き当てできる数", "10個");

  await page.goto("/task/import");
  await page.getByLabel("CSVファイル").setInputFiles({
    name: "注文.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      `依頼元,商品番号,数量,納期,注文番号\r\n田中産業機械,${CODE},6,${dayFromNow(20)},引当の試し`,
    ),
  });
  await page.getByRole("button", { name: "内容を確認する" }).click();
  await page.getByRole("button", { name: "1枚を全部登録" }).click();
  await expect(page.getByText("1枚を追加しました。")).toBeVisible();
  await page.goto("/task/list?q=引当の試し");
  await page.locator("tbody").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/task\/\d+/);
  const card = new URL(page.url()).pathname;
  const allocation = async (act: string, num: string) => {
    await page.goto(`${card}/stock`);
    await page.getByLabel(act).check();
    await page.getByLabel("数量").fill(num);
    await page.getByRole("button", { name: "決定" }).last().click();
    await expect(page).toHaveURL(card);
  };
  await allocation("引き当てる", "4");
  await expect(page.getByText("在庫を引き当てました（4）。")).toBeVisible();
  await page.goto(product);
  await tells(page, "引き当てできる数", "6個");
  await allocation("引当を解除する", "3");
  await expect(page.getByText("引当を解除しました。残る引当（1）。")).toBeVisible();
  await page.goto(product);
  await tells(page, "引き当てできる数", "9個");
});

test("the stock's list goes out as CSV and comes back with another しきい値; 棚卸表 and 入出庫台帳 print a page for each sheet", async ({
  as,
}) => {
  const page = await as("yamada");
  const product = await productOf(page, "YM-S002");
  await page.goto("/inventory?q=YM-S002");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV", exact: true }).first().click(),
  ]);
  const text = readFileSync(await download.path(), "utf8");
  const [head, row] = text.replace("\uFEFF", "").split("\r\n") as [string, string];
  const at = head.split(",").indexOf("しきい値");
  const cells = row.split(",");
  expect(cells).toContain("YM-S002");
  const changed = cells.with(at, "91").join(",");
  await page.goto("/inventory/import");
  await page.getByLabel("CSVファイル").setInputFiles({
    name: "在庫.csv",
    mimeType: "text/csv",
    buffer: Buffer.from([head, changed].join("\r\n")),
  });
  await page.getByRole("button", { name: "内容を確認する" }).click();
  await page.getByRole("button", { name: "1件を全部登録" }).click();
  await expect(page.getByText("1件を変更しました。")).toBeVisible();
  await page.goto(product);
  await tells(page, "しきい値", "91個");

  await page.goto("/inventory/stocktake");
  await page.getByRole("link", { name: "月末の棚卸" }).click();
  await expect(page).toHaveURL(/stocktake\/\d+$/);
  const papers = [`${page.url()}/print`, `/inventory/stored/print?product_id=${product.split("/").at(-1)}`];
  for (const paper of papers) {
    await page.goto(paper);
    expect([paper, await axe(page)]).toEqual([paper, []]);
    await expect(page.locator(".sheet").first()).toContainText("YM-S002");
    const sheets = await page.locator(".sheet").count();
    expect([paper, await sheetsOf(page)]).toEqual([paper, sheets]);
  }
});

test("a buyer reads the stock of its own products and changes nothing", async ({ as, allow }) => {
  allow(/^403 GET \/inventory\/\d+\/move$/);
  const page = await as("tanaka");
  const product = await productOf(page, CODE);
  await expect(page.getByRole("img", { name: /在庫の推移/ })).toBeVisible();
  for (const act of ["入庫", "出庫", "調整", "設定", "補充カード", "取消"])
    await expect(page.getByRole("main").getByRole("link", { name: act, exact: true })).toHaveCount(0);
  expect(await axe(page)).toEqual([]);
  await page.goto("/inventory");
  await expect(page.locator("tbody").getByRole("link", { name: /^YM-/ })).toHaveText([CODE]);
  await expect(page.getByRole("textbox", { name: "しきい値" })).toHaveCount(0);
  await page.getByRole("link", { name: "入庫履歴" }).click();
  await expect(page).toHaveURL(/\/inventory\/stored/);
  await expect(page.locator("tbody tr").first()).toContainText(CODE);
  await page.goto(`${product}/move?kind=out`);
  await expect(page.getByRole("button", { name: "出庫を記録する" })).toHaveCount(0);
});
