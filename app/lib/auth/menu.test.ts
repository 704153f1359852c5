import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { firstPage, mayEnter, menuFor, type Rights } from "./menu";

const seller = (more: Partial<Rights> = {}): Rights => ({
  company_type: "seller",
  is_admin: false,
  isInternal: false,
  permissions: [],
  ...more,
});
const buyer = (more: Partial<Rights> = {}): Rights => ({ ...seller(more), company_type: "buyer" });
const labels = (r: Rights) =>
  menuFor(r, "stock", "parts").map((tab) => [tab.label, ...tab.items.map((item) => item.label)].join(" "));

test("a factory's administrator sees every tab but 外注依頼", () => {
  expect(labels(seller({ is_admin: true, permissions: ["accounting", "inventory", "bi"] }))).toEqual([
    "チャット チャット",
    "進捗管理 進捗管理 カード一括移動 出荷済み一覧 工程QRコード一覧",
    "伝票作成 納品書作成 納品書一覧 請求書一覧 売掛・請求残 電帳法の検索 仕訳の出力 買掛金管理",
    "在庫管理 商品在庫 部品在庫 入庫履歴 棚卸",
    "BI 今日の確認 加工実績 記録データ 不良明細 更新履歴一覧 作業日報",
    "設定 会社・ユーザー情報 依頼元一覧 商品マスタ一覧 アカウント一覧 作業者一覧 メタ情報",
  ]);
});

test("a buyer's administrator sees 進捗確認, 外注依頼 and 伝票管理, and no master data", () => {
  expect(labels(buyer({ is_admin: true, permissions: ["accounting", "inventory", "bi"] }))).toEqual([
    "チャット チャット",
    "進捗確認 進捗確認 出荷済み一覧",
    "外注依頼 外注依頼 外注依頼書 見積依頼",
    "伝票管理 納品書一覧 請求書一覧 支払予定 電帳法の検索",
    "在庫管理 在庫 入庫履歴",
    "BI 今日の確認 加工実績 記録データ 不良明細 更新履歴一覧",
    "設定 会社・ユーザー情報 アカウント一覧",
  ]);
});

test("people begin at the board; staff who are with no company where they choose one", () => {
  const begins = (r: Rights) => firstPage(menuFor(r, "stock", "parts"));
  expect([
    begins(seller()),
    begins(buyer()),
    begins({ ...seller(), company_type: null, isInternal: true }),
  ]).toEqual(["/task/kanban?saved=1", "/task/kanban?saved=1", "/setting/switch"]);
});

test("without rights there is ログアウト, and no tab that needs a permission", () => {
  expect(labels(seller())).toEqual([
    "チャット チャット",
    "進捗管理 進捗管理 カード一括移動 出荷済み一覧 工程QRコード一覧",
    "設定 ログアウト 依頼元一覧 商品マスタ一覧 自分の設定",
  ]);
  expect(labels(buyer())).toEqual([
    "チャット チャット",
    "進捗確認 進捗確認 出荷済み一覧",
    "外注依頼 外注依頼 外注依頼書 見積依頼",
    "設定 ログアウト 自分の設定",
  ]);
});

test("staff of the provider see アカウント切り替え alone until they have chosen a company", () => {
  const staff: Rights = { company_type: null, is_admin: false, isInternal: true, permissions: [] };
  expect(labels(staff)).toEqual(["設定 ログアウト アカウント切り替え 自分の設定"]);
  expect(mayEnter(staff, "/task/kanban")).toBe("forbidden");
});

test("what the menu does not show it does not let in either, by any deeper path", () => {
  expect(mayEnter(buyer(), "/task/move")).toBe("forbidden");
  expect(mayEnter(buyer({ permissions: ["accounting"] }), "/accounting/delivery/new")).toBe("forbidden");
  expect(mayEnter(buyer({ permissions: ["accounting"] }), "/accounting/delivery/12/print")).toBe("yes");
  expect(mayEnter(buyer({ permissions: ["accounting"] }), "/accounting/invoice/close")).toBe("forbidden");
  expect(mayEnter(seller(), "/accounting/delivery")).toBe("forbidden");
  expect(mayEnter(seller({ permissions: ["accounting"] }), "/order/new")).toBe("forbidden");
  expect(mayEnter(seller(), "/setting")).toBe("forbidden");
  expect(mayEnter(seller({ is_admin: true }), "/setting/logout")).toBe("yes");
  expect(mayEnter(seller(), "/task/1001/move")).toBe("yes");
});

test("everyone reaches their own settings, and staff without a company nothing of a company's", () => {
  const staff: Rights = { company_type: null, is_admin: false, isInternal: true, permissions: [] };
  for (const who of [seller(), buyer(), seller({ is_admin: true }), staff])
    expect(mayEnter(who, "/setting/self/password")).toBe("yes");
  for (const path of [
    "/setting",
    "/setting/user",
    "/setting/collaborator",
    "/setting/company",
    "/setting/destination",
  ])
    expect(mayEnter(staff, path)).toBe("forbidden");
  expect(mayEnter(buyer(), "/setting/destination")).toBe("forbidden");
  expect(mayEnter(seller({ is_admin: true }), "/setting/switch/tanaka")).toBe("forbidden");
});

test("a path that matches nothing is no place", () => {
  expect(mayEnter(seller({ is_admin: true }), "/admin")).toBe("unknown");
  expect(mayEnter(seller({ is_admin: true }), "/accounting")).toBe("unknown");
});

test("a list's CSV is let in like the list", () => {
  expect(mayEnter(buyer(), "/order.csv")).toBe("yes");
  expect(mayEnter(seller(), "/order.csv")).toBe("forbidden");
  expect(mayEnter(seller({ permissions: ["accounting"] }), "/accounting/delivery.csv")).toBe("yes");
  expect(mayEnter(seller(), "/accounting/delivery.csv")).toBe("forbidden");
  expect(mayEnter(seller(), "/etc.csv")).toBe("unknown");
});

test("each item of the menu has a screen of its own", () => {
  const routes = readdirSync("app/routes");
  const screen = (name: string) =>
    routes.find((file) => [name, `${name}._index`, `${name}.tsx`, `${name}._index.tsx`].includes(file));
  const built = (href: string) => {
    const file = screen(href.split("?")[0]!.slice(1).replaceAll("/", "."));
    return (
      file !== undefined &&
      !(file.endsWith(".tsx") && readFileSync(`app/routes/${file}`, "utf8").includes('from "./$"'))
    );
  };
  const rights = {
    is_admin: true,
    isInternal: true,
    permissions: ["accounting" as const, "inventory" as const, "bi" as const],
  };
  const items = [seller(rights), buyer(rights)]
    .flatMap((who) => menuFor(who, "stock", "parts"))
    .flatMap((tab) => tab.items);
  expect(items.filter(({ href }) => !built(href))).toEqual([]);
});
