type Tab = { label: string; href: string; count?: number };

type Props = {
  label: string;
  tabs: Tab[];
  current: string /** A condition: on a phone with the others. */;
  folded?: true;
};

export function Tabs({ label, tabs, current, folded }: Props) {
  return (
    <nav
      aria-label={label}
      className={`${folded ? "folded " : ""}strip gap-1 border-b border-line print:hidden`}
    >
      {tabs.map((tab) => (
        <a
          key={tab.href}
          href={tab.href}
          aria-current={tab.href === current ? "page" : undefined}
          className="tab"
        >
          {tab.label}
          {tab.count === undefined ? null : (
            <span className="ml-1 text-note tabular-nums">({tab.count})</span>
          )}
        </a>
      ))}
    </nav>
  );
}
