import { expect, test } from "./fixtures";

test("cards are read one after another, moved in parts though an answer is lost, and taken back; the board asks for the partner", async ({
  as,
  allow,
}) => {
  allow("net::ERR_FAILED POST /task/move/chunk", "409 POST /task/kanban/move");
  const page = await as("yamada");
  await page.goto("/task/move?group_id=5");
  const rows = page.getByRole("table", { name: "対象のカード" }).locator("tbody tr");
  const [one, two] = await rows.locator("[data-at=first]").allTextContents();
  await page.goto("/task/move");
  await expect(page.getByText("工程を選ぶとカードが表示されます。")).toBeVisible();
  const field = page.getByLabel("カードをスキャンして追加");
  const scan = async (text: string) => {
    await field.fill(text);
    await field.press("Enter");
  };
  await scan(one!);
  await expect(rows).toHaveCount(1);
  await page.getByLabel("メモ").fill("読み取っても残る");
  await scan(two!);
  await expect(page.getByText("2枚選択中")).toBeVisible();
  await scan("987654");
  await expect(page.getByRole("alert")).toContainText("自社のカードに見つかりません");
  await scan(one!);
  await expect(page.getByRole("alert")).toContainText("すでに追加されています");
  await expect(page.getByLabel("メモ")).toHaveValue("読み取っても残る");
  await expect(rows).toHaveCount(2);

  const numbers = Array.from({ length: 300 }, (_, n) => 1001 + n).join(" ");
  await page.goto(`/task/move?${new URLSearchParams({ add: numbers, all: "on" })}`);
  expect(await rows.count()).toBeGreaterThan(50);
  await page.getByLabel("工程・機械・班").selectOption({ label: "外注" });
  await page.getByLabel("協力会社に頼まずに置く").check();
  await page.getByRole("button", { name: "移動を確認する" }).last().click();
  const plan = /移動できる (\d+)件 \/ できない (\d+)件/;
  const [, can, not] = plan.exec((await page.getByText(plan).textContent())!)!;
  let lost = 0;
  await page.route("**/task/move/chunk", async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: `${can}件を移動する` }).click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expect(page.getByText(`移動 ${can}件 / 失敗 ${not}件`)).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "元に戻す" }).click();
  await expect(page.getByText(`元に戻した ${can}件 / 失敗 0件`)).toBeVisible({ timeout: 60_000 });

  await page.goto(`/task/kanban?group_id=&q=${one}`);
  const card = page.locator(".board .card").filter({ hasText: one! });
  await card.locator(".card-link").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page).toHaveURL(/\/outsource\?group_id=6/);
  await expect(page.getByLabel("協力会社", { exact: true })).toBeVisible();
});
