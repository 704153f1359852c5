import type { IconName } from "./Icon";

type TabItem = { label: string; href: string; active?: boolean };
export function MenuLink({ item, current }: { item: TabItem; current: string }) {
  const here = item.active ?? item.href === current;
  return (
    <a href={item.href} className="menu-item" aria-current={here ? "page" : undefined}>
      {item.label}
    </a>
  );
}
export function Dot({ name, on }: { name: string; on: boolean }) {
  return (
    <span data-dot={name} hidden={!on} className="dot">
      <span className="sr-only">未読あり</span>
    </span>
  );
}
export type Tab = {
  label: string;
  path: string;
  active: boolean;
  /** Its name is that of the count which keeps the dot right. */
  dot?: { name: string; on: boolean };
  icon?: IconName;
  items: TabItem[];
};
