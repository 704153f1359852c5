import type { IconName } from "./Icon";

const Soon = () => <span className="ml-2 text-note text-muted">準備中</span>;
/** `soon`: the page is on its way. */
type TabItem = { label: string; href: string; active?: boolean; soon?: boolean };
export function MenuLink({ item, current }: { item: TabItem; current: string }) {
  const here = item.active ?? item.href === current;
  return (
    <a href={item.href} className="menu-item" aria-current={here ? "page" : undefined}>
      {item.label}
      {item.soon && <Soon />}
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
  /** A dot for what is unread; its name is that of the count which keeps it right. */
  dot?: { name: string; on: boolean };
  icon?: IconName;
  /** None makes the tab itself a link to `path`. */
  items: TabItem[];
};
