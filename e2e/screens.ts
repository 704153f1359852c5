import type { Page } from "playwright/test";
import { expect, type Person } from "./fixtures";

export async function menuOf(page: Page): Promise<string[]> {
  await page.goto("/");
  return page
    .getByRole("navigation", { name: /メニュー/ })
    .locator("a")
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute("href")!))]);
}

export async function firstOf(page: Page, list: string, heading: RegExp): Promise<string> {
  await page.goto(list);
  await page.locator("tbody").getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  return new URL(page.url()).pathname;
}

async function chatOf(page: Page): Promise<string[]> {
  const room = "/chat/yamada_tanaka";
  const {
    items: [card],
  } = await (await page.request.get(`${room}/cards`)).json();
  return [
    "/chat",
    room,
    `${room}/agree?task=${card.key}`,
    `${room}/files`,
    `${room}/attach`,
    `${room}/context`,
    `${room}/print`,
    "/chat/asks",
    "/chat/search?q=%E5%9B%B3",
    "/chat/sent",
    "/chat/notices",
    "/chat/phrases",
  ];
}

async function sessionsOf(page: Page): Promise<string> {
  await page.goto("/setting/user");
  const href = await page
    .locator("tbody a")
    .evaluateAll((links) =>
      links.map((link) => link.getAttribute("href")!).find((one) => /^\/setting\/user\/\d+$/.test(one)),
    );
  return `${href}/sessions`;
}

/** 管理限界の固定 of the first strand of numbers. */
async function limitsOf(page: Page, all: string): Promise<string> {
  await page.goto(all);
  const strands = await page
    .locator("a[href*='item_id=']")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
  for (const strand of strands) {
    await page.goto(strand);
    const limits = page.locator("a[href*='/quality/limits?']");
    if ((await limits.count()) > 0) return (await limits.first().getAttribute("href"))!;
  }
  throw new Error("no strand of numbers");
}

/** 不良明細 with what is given and sent from it, and the other pages of BI. */
async function reportsOf(page: Page): Promise<string[]> {
  const all = "/bi/defective?period=quarter";
  await page.goto(all);
  const row = await page.locator("main input[name='ids']").first().getAttribute("value");
  const day = await firstOf(page, "/bi/worktime", /./);
  return [
    all,
    `/task/treat?rows=${row}`,
    `/task/report/new?rows=${row}`,
    "/task/report",
    "/bi",
    "/bi/stat?period=quarter&lead_from=started&lead_days=business&compare=on",
    "/bi/stat/works",
    "/bi/history",
    "/bi/worktime",
    "/bi/worktime/rows",
    "/bi/worktime/sums",
    day,
    "/s/day",
  ];
}

/** What is owed, and how it is paid. */
const PAYING = [
  "/accounting/payable",
  "/accounting/payable/due",
  "/accounting/payable/match",
  "/accounting/payable/match/line?partner_id=sato",
  "/accounting/payable/bill/new",
  "/accounting/payable/payment",
  "/accounting/payable/payment/new",
  "/accounting/transfer",
  "/accounting/transfer/new",
  "/setting/payee",
  "/setting/paying",
];

/** 記録データ of one strand, and the card of its first row with what was recorded there. */
async function recordsOf(page: Page): Promise<string[]> {
  const all = "/bi/quality?period=quarter";
  await page.goto(all);
  const strand = await page.locator("a[href*='item_id=']").first().getAttribute("href");
  const card = await page.locator("tbody a[href^='/task/']").first().getAttribute("href");
  await page.goto(`${card}?tab=work`);
  const record = await page.locator("a[href*='/measure?record=']").first().getAttribute("href");
  return [all, strand!, `${card}?tab=work`, record!, await limitsOf(page, all)];
}

/** An order's tabs, its versions, and the form of a 変更依頼. */
async function changesOf(page: Page): Promise<string[]> {
  const order = await firstOf(page, "/order?status=working", /外注依頼書/);
  const key = order.split("/").at(-1);
  return [
    `${order}?tab=inspection`,
    `/order/inspect?key=${key}`,
    `${order}?tab=papers`,
    `/task/order/${key}/print`,
    `/task/order/${key}/history`,
    `/task/order/${key}/change`,
  ];
}

/** Of 見積 what is done with an answer, the first of each. */
async function quotesOf(page: Page): Promise<string[]> {
  await page.goto("/order/product");
  const all = await page
    .locator("tbody a")
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute("href")!))]);
  const paths = all.filter((href) => /^\/order\/product\/\d+$/.test(href));
  const found = [`/order/product/compare?${paths.map((href) => `key=${href.split("/").at(-1)}`).join("&")}`];
  for (const path of paths) {
    await page.goto(path);
    const hrefs = await page
      .locator("main a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
    for (const act of ["/award?", "/ask?", "/pass?"])
      if (!found.some((one) => one.includes(act)))
        found.push(...hrefs.filter((href) => href.includes(act)).slice(0, 1));
  }
  return found;
}

/** Details, their papers, and the forms that open on them. */
export async function detailsOf(page: Page, person: Person): Promise<string[]> {
  await page.goto("/task/kanban");
  const card = (await page.getByRole("article").getByRole("link").first().getAttribute("href"))!;
  const found = [card, "/task/list"];
  if (person === "yamada" || person === "tanaka") found.push(...(await chatOf(page)));
  if (person === "yamada") {
    const stock = await firstOf(page, "/inventory?buyer_id=shohin-zaiko", /YM-/);
    found.push(
      stock,
      `${stock}/move?kind=out`,
      `${stock}/edit`,
      "/inventory/replenish",
      "/inventory/stored/print",
    );
  }
  if (person === "yamada")
    found.push(
      `${card}/move`,
      `${card}/count`,
      `${card}/ship`,
      `${card}/finish`,
      `${card}/edit`,
      `${card}?tab=log`,
      `${card}/certificate`,
      "/task/new",
      "/accounting/invoice/close",
    );
  if (person === "yamada") found.push(...(await recordsOf(page)), ...(await reportsOf(page)), ...PAYING);
  if (person === "yamada")
    found.push("/setting/start", "/setting/factor", "/setting/self/factor", "/setting/self/sessions");
  if (person === "yamada") found.push("/setting/self/log", "/setting/user/log", await sessionsOf(page));
  if (person === "yamada") found.push(await firstOf(page, "/setting/product/quote", /見積/));
  if (person === "tanaka")
    found.push(
      await firstOf(page, "/order/product", /見積依頼/),
      "/order/product/new",
      "/order/draft",
      "/order/template",
      ...(await changesOf(page)),
    );
  if (person === "tanaka") found.push(...(await quotesOf(page)));
  if (person === "tanaka") found.push("/task/order/supply", await firstOf(page, "/task/order/supply", /./));
  const partner = "/setting/collaborator";
  if (person === "yamada")
    found.push(
      `${partner}/tanaka`,
      `${partner}/tanaka/terms`,
      `${partner}/suzuki/destination`,
      `${partner}/suzuki/record`,
      `${partner}/new`,
      `${partner}/label?ids=tanaka`,
    );
  if (person !== "yamada") found.push(await firstOf(page, "/order", /外注依頼書/));
  if (person !== "kobai") {
    found.push(
      await firstOf(page, "/accounting/delivery", /納品書/),
      await firstOf(page, "/accounting/invoice", /請求書/),
    );
  }
  return found;
}
