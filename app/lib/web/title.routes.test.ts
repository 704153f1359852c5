import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { actTitled, cardTitled, partnerTitled, productTitled } from "./title";

const ROUTES = "app/routes";
const files = readdirSync(ROUTES).map((name) =>
  statSync(join(ROUTES, name)).isDirectory() ? join(ROUTES, name, "route.tsx") : join(ROUTES, name),
);
const pages = files
  .filter((file) => file.endsWith(".tsx") && !file.includes("/shared/"))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }))
  .filter(({ text }) => /export (default|\{[^}]*\bdefault\b)/.test(text));

test("every page says in its title what it is", () => {
  expect(pages.length).toBeGreaterThan(200);
  expect(
    pages
      .filter(({ text }) => !/export (const meta\b|function meta\b|\{[^}]*\bmeta\b)/.test(text))
      .map(({ file }) => file),
  ).toEqual([]);
});

test("a page of a card, a product or a partner names it, so that tabs and a history differ", () => {
  const title = (meta: ReturnType<typeof cardTitled>, data: object) => meta({ data, matches: [] })[0]!.title;
  expect(title(cardTitled("完了"), { card: { id: "1138-1", name: "アース板" } })).toBe(
    "完了 1138-1 アース板",
  );
  const goods = { code: "YM-1001", name: "ブラケットA" };
  for (const data of [{ product: goods }, { page: { product: goods } }, { row: goods }])
    expect(title(productTitled("商品"), data)).toBe("商品 YM-1001 ブラケットA");
  expect(title(partnerTitled("取引の条件"), { partner: { name: "田中産業機械株式会社" } })).toMatch(/田中/);
  expect(title(cardTitled("完了"), {})).toBe("完了");
  for (const data of [{ name: "山口 現" }, { row: { name: "山口 現" } }])
    expect(title(actTitled("アカウント"), { ...data, label: "停止" })).toBe("アカウント 山口 現 停止");
});
