import type { Page } from "playwright/test";
import { dayFromNow, expect, type Person } from "./fixtures";

export type Road = {
  as: (person: Person) => Promise<Page>;
  buyer: Person;
  clerk: Person;
  company: string;
  buyer_id: string;
  closing_day: 20 | 31;
  lines: [code: string, name: string, quantity: string, amount: string][];
  subtotal: number;
  tax: number;
  total: number;
  /** Without a script the reader presses 確認しました. */
  presses?: boolean;
  /** Billed by 検収日: what nobody has inspected is not billed. */
  inspects?: boolean;
};

const yen = (n: number) => n.toLocaleString("ja-JP");
const board = (order_id: string) => `/task/kanban?q=${order_id}`;
const card = (page: Page, name: string) =>
  page.getByRole("article").filter({ has: page.getByRole("link", { name, exact: true }) });
async function figure(row: ReturnType<Page["locator"]>, column: number): Promise<number> {
  return Number((await row.getByRole("cell").nth(column).innerText()).replace(/[^\d-]/g, ""));
}

/** The month in which today's deliveries are billed. */
function month(closing_day: number): number {
  const [year, m, day] = dayFromNow(0).split("/").map(Number) as [number, number, number];
  const ym = year * 100 + m;
  return day <= closing_day ? ym : m === 12 ? ym + 89 : ym + 1;
}

export async function walk({
  as,
  buyer,
  clerk,
  company,
  buyer_id,
  closing_day,
  lines,
  subtotal,
  tax,
  total,
  presses,
  inspects,
}: Road): Promise<void> {
  const order_id = `E${Date.now()}`;
  const [first, second] = lines as [Road["lines"][0], Road["lines"][0]];
  const [customer, factory, keiri] = [await as(clerk), await as("yamada"), await as("keiri")];

  await customer.goto("/order/new?seller_id=yamada");
  await customer.getByLabel("注文番号").fill(order_id);
  await customer.getByRole("textbox", { name: "希望納期" }).fill(dayFromNow(20));
  for (const [at, [code, name, quantity]] of lines.entries()) {
    const product = customer.getByRole("combobox", { name: `${at + 1}行目 商品` });
    if ((await product.evaluate((field) => field.tagName)) === "SELECT") {
      await product.selectOption((await product.getByRole("option", { name: code }).innerText()).trim());
    } else {
      await product.fill(code);
      await customer.getByRole("option", { name: code }).click();
      await expect(customer.getByLabel(`${at + 1}行目 品名`)).toHaveValue(name);
    }
    await customer.getByLabel(`${at + 1}行目 数量`).fill(quantity);
  }
  for (const name of ["内容を確認する", "依頼を送信する"])
    await customer.getByRole("button", { name }).click();
  await expect(customer.getByRole("status").filter({ hasText: order_id })).toContainText("送信しました");
  const order = customer.url();
  await customer.getByRole("link", { name: "印刷" }).click();
  for (const text of ["外注依頼書", order_id, company, first[1], second[1]])
    await expect(customer.getByText(text).first()).toBeVisible();

  await factory.goto(board(order_id));
  await card(factory, first[1]).getByRole("button", { name: "承諾" }).click();
  await expect(card(factory, first[1]).getByRole("button", { name: "次の工程へ" })).toBeVisible();
  await card(factory, second[1]).getByRole("link", { name: "納期を提案" }).click();
  await factory.getByRole("textbox", { name: "提案する納期" }).fill(dayFromNow(25));
  await factory.getByRole("button", { name: "納期を提案する" }).click();
  await expect(factory.getByText("納期を提案しました").first()).toBeVisible();

  await customer.goto(board(order_id));
  await card(customer, second[1]).getByRole("link", { name: "納期の提案に回答する" }).click();
  await customer.getByRole("button", { name: "合意する" }).click();
  await expect(customer.getByText("納期に合意しました").first()).toBeVisible();

  await factory.goto(board(order_id));
  for (const label of ["切断", "曲げ", "溶接", "外注", "検査", "出荷待ち"]) {
    await card(factory, first[1]).getByRole("button", { name: "次の工程へ" }).click();
    if (label === "外注")
      await factory.getByRole("button", { name: "協力会社に頼まず「外注」へ移動する" }).click();
    await expect(
      factory
        .getByRole("region", { name: label, exact: true })
        .getByRole("link", { name: first[1], exact: true }),
    ).toBeVisible();
  }
  await card(factory, second[1]).getByRole("link", { name: second[1], exact: true }).click();
  await factory.getByText("そのほか").click();
  await factory.getByRole("link", { name: "移動先を選ぶ" }).click();
  await factory.getByLabel("出荷待ち").check();
  await factory.getByRole("button", { name: "移動する" }).click();
  await expect(factory.getByText("「出荷待ち」へ移動しました").first()).toBeVisible();
  for (const [, name, quantity] of lines) {
    await factory.goto(board(order_id));
    await card(factory, name).getByRole("link", { name: "出荷" }).last().click();
    await factory.getByLabel("数えていない分も良品として出荷する").check();
    await factory.getByRole("button", { name: "出荷する" }).click();
    await expect(factory.getByText(`「${name}」を${quantity}個出荷しました`).first()).toBeVisible();
  }
  await customer.goto(order);
  await expect(customer.getByRole("cell", { name: "出荷済" })).toHaveCount(2);

  await keiri.goto(`/accounting/delivery/new?buyer_id=${buyer_id}`);
  await keiri.getByLabel("番号・品名・納入先").fill(order_id);
  await keiri.getByRole("button", { name: "絞り込む" }).click();
  const all = keiri.getByRole("link", { name: "すべて選ぶ" });
  await expect(all).toHaveAttribute("href", new RegExp(order_id));
  await all.click();
  await keiri.getByRole("button", { name: "選択を確定する" }).click();
  await keiri.getByRole("button", { name: "内容を確認する" }).click();
  await expect(keiri.getByText(`税抜計 ¥${yen(subtotal)}`)).toBeVisible();
  if (!presses) {
    // Drawn first, remembered right after.
    await keiri.waitForFunction(
      () =>
        history.state?.step === Number(document.querySelector<HTMLElement>("[data-steps]")?.dataset.steps),
    );
    await keiri.goBack();
    await expect(keiri.getByRole("button", { name: "内容を確認する" })).toBeVisible();
    await keiri.goBack();
    await keiri.getByRole("button", { name: "選択を確定する" }).click();
    await keiri.getByRole("button", { name: "内容を確認する" }).click();
    await expect(keiri.getByText(`税抜計 ¥${yen(subtotal)}`)).toBeVisible();
  }
  await keiri.getByRole("button", { name: "納品書を発行する" }).click();
  const issued = await keiri.getByRole("status").filter({ hasText: "納品書" }).innerText();
  const note = /N\d{4}-\d+/.exec(issued)![0];
  await keiri.getByRole("link", { name: "印刷" }).first().click();
  for (const [, name, , amount] of lines)
    await expect(keiri.getByRole("row", { name }).filter({ hasText: amount }).first()).toBeVisible();
  for (const amount of [subtotal, tax, total])
    await expect(keiri.getByText(yen(amount)).first()).toBeVisible();

  const office = await as(buyer);
  if (inspects) {
    await office.goto(`/accounting/delivery?q=${note}&partner=山田精機`);
    await office.getByRole("link", { name: note, exact: true }).first().click();
    await office.goto(`${office.url()}/inspect`);
    await office.getByRole("button", { name: "全部合格にする" }).click();
    await expect(office.getByText("検収済").first()).toBeVisible();
  }

  // 請求締め: earlier months first.
  const ym = month(closing_day);
  const close = async (of: number) => {
    await keiri.goto(`/accounting/invoice/close?closing_day=${closing_day}&ym=${of}`);
    return keiri.getByRole("row").filter({ hasText: company });
  };
  let row = await close(ym);
  if (await row.getByText("未締めです").isVisible()) {
    await close(ym % 100 === 1 ? ym - 89 : ym - 1);
    await keiri.getByRole("button", { name: "締めて発行する" }).click();
    await expect(keiri.getByText("を発行しました").first()).toBeVisible();
    row = await close(ym);
  }
  const [before, received, adjustment, sales] = [
    await figure(row, 4),
    await figure(row, 5),
    await figure(row, 6),
    await figure(row, 8),
  ];
  expect(sales).toBeGreaterThanOrEqual(subtotal);
  const billed = before - received + adjustment + sales + Math.floor(sales / 10);
  // The period has not ended: it is not ticked, and asks.
  await row.getByRole("checkbox").check();
  await keiri.getByRole("button", { name: "締めて発行する" }).click();
  await keiri.getByLabel("期間の途中でも締める").check();
  await keiri.getByRole("button", { name: "締めて発行する" }).click();
  const invoice = /S\d{4}-\d+/.exec(
    await keiri.getByRole("status").filter({ hasText: "請求書" }).innerText(),
  )![0];
  await keiri.getByRole("link", { name: "印刷" }).first().click();
  for (const text of ["T8700110005901", note, yen(sales), yen(Math.floor(sales / 10)), yen(billed)])
    await expect(keiri.getByText(text).first()).toBeVisible();

  for (const [list, number, amounts] of [
    ["delivery", note, [subtotal, tax, total]],
    ["invoice", invoice, [sales, billed]],
  ] as const) {
    await office.goto(`/accounting/${list}?q=${number}&partner=山田精機`);
    await office.getByRole("link", { name: number, exact: true }).first().click();
    const seen = office.getByRole("button", { name: "確認しました" });
    // Whoever has inspected the goods has opened their 納品書.
    if (presses && !(inspects && list === "delivery")) await seen.click();
    await expect(seen).toBeHidden();
    await keiri.goto(`/accounting/${list}?q=${number}`);
    await keiri.getByRole("link", { name: number, exact: true }).first().click();
    await expect(async () => {
      await keiri.reload();
      await expect(keiri.getByText("閲覧", { exact: true }).locator("..").first()).toContainText(/20\d\d/, {
        timeout: 500,
      });
    }).toPass();
    await office.getByRole("link", { name: "印刷" }).first().click();
    for (const text of [number, ...amounts.map(yen)])
      await expect(office.getByText(text).first()).toBeVisible();
  }

  // 入金: all that the partner owes, the oldest first, and nothing is left.
  const balance = async () => {
    await keiri.goto(`/accounting/receivable?on=${dayFromNow(40)}&q=${company}`);
    return keiri.getByRole("row").filter({ hasText: company }).first();
  };
  const partner = await balance();
  const owed = await figure(partner, 5);
  expect(owed).toBeGreaterThanOrEqual(total);
  await partner.getByRole("checkbox").check();
  await keiri.getByRole("button", { name: "入金登録" }).click();
  await keiri.getByLabel("1行目 金額").fill(String(owed));
  await keiri.getByRole("button", { name: "内容を確認する" }).click();
  await keiri.getByRole("button", { name: "この内容で登録する" }).click();
  await expect(keiri.getByText("入金を登録しました").first()).toBeVisible();
  expect(await figure(await balance(), 5)).toBe(0);
}
