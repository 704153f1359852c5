import type { Permission } from "~/lib/vocabulary/permission";

/** What the menu and its guard need to know of a person (product §2, §6). */
export type Rights = {
  company_type: "seller" | "buyer" | null;
  is_admin: boolean;
  isInternal: boolean;
  permissions: Permission[];
};

type Item = {
  path: string;
  query?: string;
  label: string;
  buyer_label?: string;
  allow?: (r: Rights) => boolean;
  /** In no menu, or in no menu of these people: reached from another page. */
  hidden?: true | ((r: Rights) => boolean);
};
type Tab = {
  tab: string;
  label: string;
  buyer_label?: string;
  allow?: (r: Rights) => boolean;
  items: Item[];
};

const notBuyer = (r: Rights) => r.company_type !== "buyer";
const buyer = (r: Rights) => r.company_type === "buyer";
const admin = (r: Rights) => r.is_admin;
const has = (permission: Permission) => (r: Rights) => r.permissions.includes(permission);
const books = (r: Rights) => notBuyer(r) && has("accounting")(r);

const SAVED = "?saved=1";

const menu = (stock_id: string, parts_id: string): Tab[] => [
  {
    tab: "chat",
    label: "チャット",
    items: [
      { path: "", label: "チャット" },
      { path: "phrases", label: "定型文", allow: admin, hidden: true },
    ],
  },
  {
    tab: "task",
    label: "進捗管理",
    buyer_label: "進捗確認",
    items: [
      { path: "kanban", query: SAVED, label: "進捗管理", buyer_label: "進捗確認" },
      { path: "move", label: "カード一括移動", allow: notBuyer },
      { path: "shipped", query: SAVED, label: "出荷済み一覧" },
      { path: "status_code", label: "工程QRコード一覧", allow: notBuyer },
      { path: "import", label: "カードのCSV取込", allow: notBuyer, hidden: true },
      { path: "treat", label: "不良の処置", allow: notBuyer, hidden: true },
      { path: "report/new", label: "不良報告書を送る", allow: notBuyer, hidden: true },
      { path: "report", label: "不良報告書", hidden: true },
      { path: "", label: "カード", hidden: true },
    ],
  },
  { tab: "s", label: "スキャン", allow: notBuyer, items: [{ path: "", label: "スキャン", hidden: true }] },
  {
    tab: "order",
    label: "外注依頼",
    allow: buyer,
    items: [
      { path: "new", label: "外注依頼" },
      { path: "", query: SAVED, label: "外注依頼書" },
      { path: "product", query: SAVED, label: "見積依頼" },
    ],
  },
  {
    tab: "accounting",
    label: "伝票作成",
    buyer_label: "伝票管理",
    allow: has("accounting"),
    items: [
      { path: "delivery/new", label: "納品書作成", allow: notBuyer },
      { path: "delivery", query: SAVED, label: "納品書一覧" },
      { path: "invoice/close", label: "請求締め", allow: notBuyer, hidden: true },
      { path: "invoice/new", label: "都度請求", allow: notBuyer, hidden: true },
      { path: "invoice", query: SAVED, label: "請求書一覧" },
      { path: "payable-schedule", label: "支払予定", allow: buyer },
      { path: "self-bill", label: "支払通知書", hidden: true },
      { path: "reconcile", label: "締め前の照合", hidden: true },
      { path: "confirmation/new", label: "残高の確認を送る", allow: notBuyer, hidden: true },
      { path: "confirmation", label: "残高確認", hidden: true },
      { path: "receivable", label: "売掛・請求残", allow: notBuyer },
      { path: "archive", label: "電帳法の検索" },
      { path: "journal", label: "仕訳の出力", allow: notBuyer },
      { path: "transfer", label: "総合振込", allow: notBuyer, hidden: true },
      { path: "payable", label: "買掛金管理", allow: notBuyer },
    ],
  },
  {
    tab: "inventory",
    label: "在庫管理",
    allow: has("inventory"),
    items: [
      { path: "", query: `?buyer_id=${stock_id}`, label: "商品在庫", buyer_label: "在庫" },
      { path: "", query: `?buyer_id=${parts_id}`, label: "部品在庫", allow: notBuyer },
      { path: "stored", label: "入庫履歴" },
      { path: "stocktake", query: SAVED, label: "棚卸", allow: notBuyer },
      { path: "shelf", label: "置場", allow: notBuyer, hidden: true },
      { path: "value", label: "在庫金額", allow: books, hidden: true },
      { path: "closing", label: "在庫の月締め", allow: books, hidden: true },
      { path: "receipt", label: "入庫の単価", allow: books, hidden: true },
      { path: "import", label: "在庫の設定のCSV取込", allow: notBuyer, hidden: true },
      { path: "opening", label: "期首在庫", allow: notBuyer, hidden: true },
    ],
  },
  {
    tab: "bi",
    label: "BI",
    allow: has("bi"),
    items: [
      { path: "", label: "今日の確認" },
      { path: "stat", label: "加工実績" },
      { path: "stat/works", label: "加工実績の明細", allow: notBuyer, hidden: true },
      { path: "quality", label: "記録データ" },
      { path: "quality/limits", label: "管理限界の固定", allow: notBuyer, hidden: true },
      { path: "defective", label: "不良明細" },
      { path: "history", label: "更新履歴一覧" },
      { path: "worktime", label: "作業日報", allow: notBuyer },
    ],
  },
  { tab: "file", label: "ファイル", items: [{ path: "", label: "ファイル", hidden: true }] },
  {
    tab: "setting",
    label: "設定",
    items: [
      { path: "logout", label: "ログアウト", hidden: admin },
      { path: "", label: "会社・ユーザー情報", allow: admin },
      { path: "collaborator", query: SAVED, label: "依頼元一覧", allow: notBuyer },
      { path: "product", query: SAVED, label: "商品マスタ一覧", allow: notBuyer },
      { path: "user", query: SAVED, label: "アカウント一覧", allow: admin },
      { path: "worker", query: SAVED, label: "作業者一覧", allow: (r) => admin(r) && notBuyer(r) },
      { path: "meta", label: "メタ情報", allow: (r) => admin(r) && notBuyer(r) },
      { path: "start", label: "はじめに", allow: admin, hidden: true },
      { path: "company", label: "会社情報", allow: admin, hidden: true },
      { path: "factor", label: "二段階認証の決まり", allow: admin, hidden: true },
      { path: "terms", label: "締め・支払・帳票", allow: admin, hidden: true },
      { path: "destination", label: "納入先一覧", allow: admin, hidden: true },
      { path: "partner", label: "取引先", allow: admin, hidden: true },
      { path: "switch", label: "アカウント切り替え", allow: (r) => r.isInternal },
      { path: "outbox", label: "送信待ちのメール", allow: (r) => r.isInternal, hidden: true },
      { path: "security", label: "ログインの記録", allow: (r) => r.isInternal, hidden: true },
      { path: "promise", label: "整合性の確認", allow: (r) => r.isInternal, hidden: true },
      { path: "self", label: "自分の設定", hidden: admin },
      { path: "history", label: "会社情報の履歴", allow: admin, hidden: true },
      { path: "paper", label: "帳票", allow: admin, hidden: true },
      { path: "journal", label: "仕訳", allow: (r) => admin(r) && notBuyer(r), hidden: true },
      { path: "calendar", label: "営業日カレンダー", allow: admin, hidden: true },
      { path: "payee", label: "振込先の口座", allow: (r) => admin(r) && books(r), hidden: true },
      { path: "paying", label: "振込元の口座", allow: (r) => admin(r) && books(r), hidden: true },
    ],
  },
];

const home = (tab: string, path: string) => (path ? `/${tab}/${path}` : `/${tab}`);
const allowed = (rule: { allow?: (r: Rights) => boolean }, rights: Rights) =>
  !rule.allow || rule.allow(rights);
/** Staff of the provider see no company's tabs until they have switched to one. */
const WITHOUT_COMPANY = ["switch", "outbox", "promise", "security", "self", "logout"];
const ofCompany = (tab: Tab, item: Item, rights: Rights) =>
  rights.company_type !== null || (tab.tab === "setting" && WITHOUT_COMPANY.includes(item.path));
const isShown = ({ hidden }: Item, rights: Rights) =>
  !(typeof hidden === "function" ? hidden(rights) : hidden);

export function menuFor(rights: Rights, stock_id: string, parts_id: string) {
  const own = (x: { label: string; buyer_label?: string }) => (buyer(rights) && x.buyer_label) || x.label;
  return menu(stock_id, parts_id)
    .filter((tab) => allowed(tab, rights))
    .map((tab) => ({
      tab: tab.tab,
      label: own(tab),
      items: tab.items
        .filter((item) => isShown(item, rights) && allowed(item, rights) && ofCompany(tab, item, rights))
        .map((item) => ({
          label: own(item),
          href: home(tab.tab, item.path) + (item.query ?? ""),
        })),
    }))
    .filter((tab) => tab.items.length > 0);
}

export function firstPage(tabs: { items: { href: string }[] }[]): string {
  const items = tabs.flatMap((tab) => tab.items).filter(({ href }) => href !== "/setting/logout");
  return (items.find((item) => item.href.startsWith("/task/kanban")) ?? items[0]!).href;
}

/** Whether a path is this person's to enter: yes, no (403), or no such place (404). */
export function mayEnter(rights: Rights, path: string): "yes" | "forbidden" | "unknown" {
  const pathname = path.replace(/\.csv$/, "");
  const tab = menu("", "").find((t) => pathname === `/${t.tab}` || pathname.startsWith(`/${t.tab}/`));
  if (!tab) return "unknown";
  const item = tab.items
    .filter((i) => pathname === home(tab.tab, i.path) || pathname.startsWith(`${home(tab.tab, i.path)}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
  if (!item) return "unknown";
  return ofCompany(tab, item, rights) && allowed(tab, rights) && allowed(item, rights) ? "yes" : "forbidden";
}
