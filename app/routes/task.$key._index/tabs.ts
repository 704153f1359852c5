/** The parts of a card's page, in the address as `?tab=`; 実績 is the factory's own. */
export const TABS = { "": "概要", work: "実績", files: "図面・写真", parts: "部品・分割", log: "履歴" } as const;
export type Tab = keyof typeof TABS;

export function tabOf(request: { url: string }, seller: boolean): Tab {
  const asked = new URL(request.url).searchParams.get("tab") ?? "";
  return asked in TABS && (seller || asked !== "work") ? asked as Tab : "";
}

export const tabHref = (key: number, tab: Tab): string => `/task/${key}${tab && `?tab=${tab}`}`;
