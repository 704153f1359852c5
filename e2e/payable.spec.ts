import type { Page } from "playwright/test";
import { dayFromNow, expect, test } from "./fixtures";
import { accounts, enter, pay, record } from "./payable";

async function walk(page: Page, number: string, base: string, total: string): Promise<void> {
  await accounts(page);
  await enter(page, number, base, dayFromNow(-5));
  await pay(page, number, total);
}

test("a paper is entered, paid by a file for the bank, and nothing of it is left", async ({ as }) => {
  await walk(await as("yamada"), "E-603", "10500", "¥11,550");
});

/** The other tab is told, and shows what stands. */
const SECOND = /^409 POST \/accounting\/transfer\/new$/;

test("pressed in two tabs at once, a file for the bank is made once and given out once", async ({
  as,
  allow,
}) => {
  allow(SECOND);
  const page = await as("yamada");
  await accounts(page);
  await enter(page, "E-605", "3100", dayFromNow(-4));
  await record(page, "E-605");
  const other = await page.context().newPage();
  await other.goto(page.url());
  const tabs = [page, other];
  for (const tab of tabs) await tab.getByRole("button", { name: "内容を確認する", exact: true }).click();
  const makes = tabs.map((tab) => tab.getByRole("button", { name: "1件 ¥3,410 の総合振込ファイルを作る" }));
  for (const make of makes) await expect(make).toBeVisible();
  await Promise.all(makes.map((make) => make.click()));
  const refused = "同じ内容の振込ファイル";
  await expect
    .poll(() => Promise.all(tabs.map((tab) => tab.getByText(refused).count())).then((n) => n.filter(Boolean)))
    .toHaveLength(1);
  const first = (await page.getByText(refused).count()) === 0 ? page : other;
  await expect(first).toHaveURL(/\/accounting\/transfer\/\d+$/);

  const second = first === page ? other : page;
  await second.goto(first.url());
  const saved: string[] = [];
  for (const tab of tabs) tab.on("download", (file) => saved.push(file.suggestedFilename()));
  await Promise.all(tabs.map((tab) => tab.getByRole("button", { name: "ファイルを取得する" }).click()));
  await expect
    .poll(() => Promise.all(tabs.map((tab) => tab.getByText("二重に振り込まないよう").count())))
    .toContain(1);
  expect(saved).toHaveLength(1);
  await page.reload();
  await expect(page.getByText("もう一度取得する（再作成）")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the same", async ({ as }) => {
    await walk(await as("yamada"), "E-604", "20600", "¥22,660");
  });
});
