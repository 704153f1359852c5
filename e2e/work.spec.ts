import { expect, test } from "./fixtures";

test("a card is begun, paused, resumed, finished with defects and a shortage, taken back, and left half done", async ({
  as,
  allow,
}) => {
  allow(/^422 POST \/task\/\d+\/finish$/);
  const page = await as("yamada");
  const said = page.getByRole("status");
  await page.goto("/task/new");
  await page.getByLabel("依頼元").selectOption({ label: "田中産業機械株式会社" });
  await page.getByLabel("品名", { exact: false }).first().fill("作業の試験 軸");
  await page.getByLabel("数量", { exact: true }).fill("２００");
  await page.getByLabel("注文単位").selectOption({ label: "個" });
  await page.getByLabel("単位（単価の単位）").selectOption({ label: "個" });
  await page.getByLabel("始める工程").selectOption({ index: 2 });
  await page.getByRole("button", { name: "登録する" }).click();
  await expect(said.filter({ hasText: "を作りました" })).toBeVisible();
  const card = new URL(page.url()).pathname;

  await page.getByRole("link", { name: "着手", exact: true }).click();
  await page.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "着手する" }).click();
  await expect(page.getByRole("heading", { name: "いまの作業" })).toBeVisible();

  await page.getByRole("link", { name: "中断", exact: true }).click();
  await page.getByRole("radio", { name: "材料待ち" }).check();
  await page.getByRole("button", { name: "中断する" }).click();
  await page.getByRole("group", { name: "操作" }).getByRole("button", { name: "再開" }).click();
  await expect(said.filter({ hasText: "再開しました" })).toBeVisible();

  await page.getByRole("link", { name: "完了", exact: true }).first().click();
  const tally = page.locator("output[data-tally]");
  await expect(tally).toHaveText("合計 200 / 200　残0");
  await page.getByLabel("不良数").fill("3");
  await expect(page.getByLabel("良品数")).toHaveValue("197");
  await page.getByLabel("良品数").fill("190");
  await page.getByLabel("不良数").fill("７");
  await expect(tally).toHaveText("合計 197 / 200　残3");
  await page.getByLabel("良品数").fill("198");
  await expect(tally).toHaveText("合計 205 / 200　予定数を5超えます");
  await page.getByLabel("良品数").fill("190");
  await page.getByLabel("不良理由").selectOption({ index: 1 });
  await page.getByRole("button", { name: "完了する" }).last().click();
  await expect(page.getByText("残りをどうしますか")).toBeVisible();
  await expect(page.getByLabel("良品数")).toHaveValue("190");
  await page.getByRole("radio", { name: "不足のまま完了する" }).check();
  await page.getByRole("button", { name: "完了する" }).last().click();
  await expect(said.filter({ hasText: "を完了しました" })).toBeVisible();

  await said.getByRole("button", { name: "元に戻す" }).click();
  await expect(said.filter({ hasText: "元に戻しました" })).toBeVisible();
  await page.goto(`${card}/finish`);
  await page.getByLabel("良品数").fill("80");
  await page.getByLabel("途中数").fill("20");
  await page.getByRole("button", { name: "完了する" }).last().click();
  await expect(said.filter({ hasText: "途中数 20個を登録しました" })).toBeVisible();
  await expect(page.getByText("途中100 / 200個")).toBeVisible();

  await page.getByRole("link", { name: "実績" }).click();
  await expect(page.getByRole("table", { name: "実績", exact: true }).getByRole("row")).toHaveCount(3);
  await page.getByRole("navigation", { name: "カード" }).getByRole("link", { name: "履歴" }).click();
  await expect(page.getByText("材料待ち")).toBeVisible();
});
