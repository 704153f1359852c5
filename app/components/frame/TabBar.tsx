import { Icon } from "./Icon";
import { Dot, MenuLink, type Tab } from "./MenuLink";

export function TabBar({ tabs, current }: { tabs: Tab[]; current: string }) {
  return (
    <nav
      aria-label="下部メニュー"
      className="fixed inset-x-0 bottom-0 z-30 flex h-14 border-t border-line bg-surface text-note desk:hidden print:hidden"
    >
      {tabs.slice(0, 4).map((tab) => (
        <a
          key={tab.path}
          href={tab.items[0]?.href ?? tab.path}
          aria-current={tab.active ? "page" : undefined}
          className={`bottom-item ${tab.active ? "border-t-2 border-accent font-bold text-accent" : ""}`}
        >
          {tab.icon && <Icon name={tab.icon} />}
          <span className="flex max-w-full items-center gap-1 truncate">
            {tab.label}
            {tab.dot && <Dot {...tab.dot} />}
          </span>
        </a>
      ))}
      <details name="menu" data-menu className="min-w-0 flex-1">
        <summary className="bottom-item h-full">
          <Icon name="menu" />
          メニュー
        </summary>
        <div className="fixed inset-x-0 bottom-14 max-h-[80vh] overflow-auto border-t border-line bg-surface p-2 text-base">
          {/* Columns of their own height: held to the drawer's they would go on beside the screen. */}
          <div className="columns-2">
            {tabs.map((tab) => (
              <section key={tab.path} className="mb-2 break-inside-avoid">
                {tab.items.length === 0 ? (
                  <MenuLink
                    item={{ label: tab.label, href: tab.path, active: tab.active }}
                    current={current}
                  />
                ) : (
                  <h2 className="px-4 text-note text-muted">{tab.label}</h2>
                )}
                {tab.items.map((item) => (
                  <MenuLink key={item.href} item={item} current={current} />
                ))}
              </section>
            ))}
          </div>
        </div>
      </details>
    </nav>
  );
}
