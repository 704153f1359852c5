import type { Page } from "playwright/test";
import { expect, type Person } from "./fixtures";

const card = (page: Page, name: string) =>
  page.getByRole("article").filter({ has: page.getByRole("link", { name, exact: true }) });

/** A price is asked for and chosen, ordered at, the order changed, delivered in part and inspected. */
export async function orderAtAQuote(as: (person: Person) => Promise<Page>): Promise<void> {
  const stamp = String(Date.now());
  const [name, order_id] = [`受け金具${stamp}`, `Q${stamp}`];
  const [customer, factory, keiri] = [await as("tanaka"), await as("yamada"), await as("keiri")];

  await customer.goto("/order/product/new");
  await customer.getByLabel("品名").fill(name);
  await customer.getByLabel("数量 1").fill("50");
  await customer.getByLabel("数量 2").fill("100");
  await customer.getByLabel("山田精機株式会社").check();
  await customer.getByRole("button", { name: "下書きに保存して確認する" }).click();
  await customer.getByRole("button", { name: "1社に送信する" }).click();
  await expect(customer.getByRole("status").filter({ hasText: "送信しました" })).toBeVisible();
  const request = customer.url();

  await factory.goto(`/setting/product/quote?q=${name}`);
  await factory.getByRole("link", { name: /^M\d{4}-\d+$/ }).click();
  for (const [quantity, price, days] of [
    ["50", "400", "5"],
    ["100", "350", "8"],
  ]) {
    const step = factory.getByRole("group", { name: `${quantity}個` });
    await step.getByLabel("単価").fill(price!);
    await step.getByLabel("納期").fill(days!);
  }
  await factory.getByRole("button", { name: "見積を送信する" }).click();
  await expect(factory.getByText("見積（第1版）を送信しました").first()).toBeVisible();

  await customer.goto(request);
  const fifty = customer.getByRole("row").filter({ hasText: "¥20,000" });
  // One answer alone is neither cheapest nor quickest.
  await expect(fifty).toContainText("5営業日");
  await expect(fifty).not.toContainText("最安");
  await fifty.getByRole("link", { name: "採用する" }).click();
  await customer.getByRole("button", { name: "採用して外注依頼へ進む" }).click();
  await customer.getByLabel("注文番号").fill(order_id);
  await expect(customer.getByLabel("1行目 数量")).toHaveValue("50");
  await expect(customer.getByLabel("1行目 単価")).toHaveValue("400");
  for (const button of ["内容を確認する", "依頼を送信する"])
    await customer.getByRole("button", { name: button }).click();
  await expect(customer.getByRole("status").filter({ hasText: order_id })).toContainText("送信しました");
  const order = customer.url();
  const key = /\/order\/(\d+)/.exec(order)![1]!;

  await factory.goto(`/task/kanban?q=${order_id}`);
  await card(factory, name).getByRole("button", { name: "承諾" }).click();
  await expect(card(factory, name).getByRole("button", { name: "次の工程へ" })).toBeVisible();

  await customer.goto(`/task/order/${key}/change`);
  await customer.getByLabel("1行目 数量").fill("60");
  await customer.getByLabel("変更の理由").fill("客先の追加");
  await customer.getByRole("button", { name: "変更依頼を送る" }).click();
  await expect(customer.getByText("変更依頼を送りました").first()).toBeVisible();
  await factory.goto(customer.url());
  await expect(factory.getByText("50個 → 60個").first()).toBeVisible();
  await factory.getByLabel("同意する").check();
  await factory.getByRole("button", { name: "選んだとおりに回答する" }).click();
  await expect(factory.getByText("改訂 v2 になりました").first()).toBeVisible();
  await customer.goto(`/order/${key}/print`);
  await expect(customer.getByText("改訂 v2").first()).toBeVisible();

  await factory.goto(`/task/kanban?q=${order_id}`);
  await card(factory, name).getByRole("link", { name, exact: true }).click();
  await factory.getByText("そのほか ▾").click();
  await factory.getByRole("link", { name: "移動先を選ぶ" }).click();
  await factory.getByLabel("出荷待ち").check();
  await factory.getByRole("button", { name: "移動する" }).click();
  await expect(factory.getByText("「出荷待ち」へ移動しました").first()).toBeVisible();
  await factory.goto(`/task/kanban?q=${order_id}`);
  await card(factory, name).getByRole("link", { name: "出荷" }).last().click();
  await factory.getByLabel("出荷する良品数").fill("25");
  await factory.getByLabel("数えていない分も良品として出荷する").check();
  await factory.getByRole("button", { name: "出荷する" }).click();
  await factory.getByLabel("残りを作る").check();
  await factory.getByRole("button", { name: "出荷する" }).click();
  await expect(factory.getByText(`「${name}」を25個出荷しました`).first()).toBeVisible();

  await keiri.goto(`/accounting/delivery/new?buyer_id=tanaka&q=${order_id}`);
  await keiri.getByRole("link", { name: "すべて選ぶ" }).click();
  for (const button of ["選択を確定する", "内容を確認する", "納品書を発行する"])
    await keiri.getByRole("button", { name: button }).click();
  const issued = await keiri.getByRole("status").filter({ hasText: "納品書" }).innerText();
  const note = /N\d{4}-\d+/.exec(issued)![0];
  await customer.goto(`/accounting/delivery?q=${note}&partner=山田精機`);
  await customer.getByRole("link", { name: note, exact: true }).first().click();
  await customer.goto(`${customer.url()}/inspect`);
  await customer.getByRole("button", { name: "全部合格にする" }).click();
  await expect(customer.getByText("検収済").first()).toBeVisible();
  await customer.goto(order);
  await expect(customer.getByText("一部納品").first()).toBeVisible();
  const line = customer.getByRole("row").filter({ hasText: name });
  for (const figure of ["60個", "25", "35", "24,000"])
    await expect(line.getByRole("cell", { name: figure, exact: true }).first()).toBeVisible();
}
