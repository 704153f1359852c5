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
      "/task/new",
      "/accounting/invoice/close",
    );
  if (person === "yamada") found.push("/setting/factor", "/setting/self/factor", "/setting/self/sessions");
  if (person === "yamada") found.push("/setting/self/log", "/setting/user/log", await sessionsOf(page));
  if (person === "yamada") found.push(await firstOf(page, "/setting/product/quote", /見積/));
  if (person === "tanaka")
    found.push(await firstOf(page, "/order/product", /見積依頼/), "/order/product/new", "/order/draft");
  const partner = "/setting/collaborator";
  if (person === "yamada")
    found.push(
      `${partner}/tanaka`,
      `${partner}/tanaka/terms`,
      `${partner}/suzuki/destination`,
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
