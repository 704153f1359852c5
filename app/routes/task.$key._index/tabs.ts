import { roomOf } from "~/lib/chat/room";

const TABS = {
  "": "概要",
  work: "実績",
  files: "図面・写真",
  parts: "部品・分割",
  log: "履歴",
} as const;
type Tab = keyof typeof TABS;

export function tabOf(request: { url: string }, seller: boolean): Tab {
  const asked = new URL(request.url).searchParams.get("tab") ?? "";
  return asked in TABS && (seller || asked !== "work") ? (asked as Tab) : "";
}

/** For stock, within the factory. */
export const chatHref = (
  { key, seller_id, buyer_id }: { key: number; seller_id: string; buyer_id: string },
  stock: string[],
): string =>
  `/chat/${roomOf(seller_id, "seller", stock.includes(buyer_id) ? seller_id : buyer_id)}?task=${key}&of=${key}`;

export const tabHref = (key: number, tab: Tab): string => `/task/${key}${tab && `?tab=${tab}`}`;

/** Of a card's page; チャット is one of its own. */
export function tabsOf(key: number, seller: boolean, chat: string) {
  const own = (Object.keys(TABS) as Tab[])
    .filter((one) => seller || one !== "work")
    .map((one) => ({ label: TABS[one] as string, href: tabHref(key, one) }));
  return [...own.slice(0, -1), { label: "チャット", href: chat }, ...own.slice(-1)];
}
