import type { ReactNode } from "react";
import { Icon } from "./Icon";
import { Mark } from "./Mark";
import { Dot, MenuLink, type Tab } from "./MenuLink";
import { type SnackbarMessage, SnackbarPlace } from "./Snackbar";
import { TabBar } from "./TabBar";

type FrameProps = {
  product: string;
  home: string;
  company: string;
  user: string;
  tabs: Tab[];
  /** The path of the page shown. */
  current: string;
  logout?: string;
  snackbar?: SnackbarMessage | null;
  internal_bar?: ReactNode;
  bell?: { href: string; on: boolean };
  children: ReactNode;
};

export function Frame({
  product,
  home,
  company,
  user,
  tabs,
  current,
  logout,
  snackbar,
  internal_bar,
  bell,
  children,
}: FrameProps) {
  return (
    <div className="flex min-h-screen flex-col">
      <a href="#main" className="skip">
        本文へ
      </a>
      <div className={internal_bar ? "sticky top-0 z-30" : "contents"}>
        {internal_bar && (
          <div
            role="region"
            aria-label="運営"
            className="bg-warn-soft px-4 py-1 text-warn desk:px-6 print:hidden"
          >
            {internal_bar}
          </div>
        )}
        <header className="print:hidden sticky top-0 z-30 flex h-12 border-b border-line bg-surface px-4 desk:px-6">
          <a href={home} className="mr-1 flex shrink-0 items-center gap-2 text-section font-bold">
            <span className="text-accent">
              <Mark />
            </span>
            {product}
          </a>
          <nav aria-label="メニュー" className="hidden shrink-0 desk:flex">
            {tabs.map((tab) => (
              <HeaderTab key={tab.path} tab={tab} current={current} />
            ))}
          </nav>
          <div className="ml-auto flex min-w-0 items-center gap-2 text-note">
            <span className="flex-1 truncate text-right text-muted">{company}</span>
            <span className="truncate">{user}</span>
            {bell && (
              <a href={bell.href} aria-label="お知らせ" title="お知らせ" className="bell">
                <Icon name="bell" />
                <Dot name="notice" on={bell.on} />
              </a>
            )}
            {logout && <Logout action={logout} />}
          </div>
        </header>
      </div>
      <main id="main" tabIndex={-1} className="flex-1 px-4 py-2 desk:px-6 desk:py-4">
        {children}
      </main>
      <footer className="print:hidden px-4 pb-20 pt-4 text-note text-muted desk:px-6 desk:pb-4">
        © {product}
      </footer>
      <SnackbarPlace message={snackbar} />
      <TabBar tabs={tabs} current={current} />
    </div>
  );
}

function Logout({ action }: { action: string }) {
  return (
    <form method="post" action={action} data-plain>
      <button className="min-h-9 whitespace-nowrap text-accent underline underline-offset-2">
        ログアウト
      </button>
    </form>
  );
}

function HeaderTab({ tab, current }: { tab: Tab; current: string }) {
  const look = `bar-item border-b-2 ${tab.active ? "border-accent font-bold text-accent" : "border-transparent hover:text-accent"}`;
  if (tab.items.length === 0) {
    return (
      <a href={tab.path} className={look} aria-current={tab.active ? "page" : undefined}>
        {tab.label}
        {tab.dot && <Dot {...tab.dot} />}
      </a>
    );
  }
  return (
    <details name="menu" data-menu className="relative">
      <summary className={look}>
        {tab.label}
        {tab.dot && <Dot {...tab.dot} />}
        <Icon name="down" size={14} />
      </summary>
      <div className="absolute left-0 top-full min-w-full rounded border border-line bg-surface py-1">
        {tab.items.map((item) => (
          <MenuLink key={item.href} item={item} current={current} />
        ))}
      </div>
    </details>
  );
}
