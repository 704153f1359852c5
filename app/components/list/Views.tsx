const VIEW =
  "inline-flex h-9 items-center px-3 touch:h-11 aria-[current]:bg-accent-soft aria-[current]:font-bold aria-[current]:text-accent";

export function Views({ views }: { views: { label: string; href: string; here?: true }[] }) {
  return (
    <nav aria-label="表示形式" className="flex overflow-hidden rounded border border-muted/75 print:hidden">
      {views.map(({ label, href, here }) => (
        <a key={label} href={href} aria-current={here && "page"} className={VIEW}>
          {label}
        </a>
      ))}
    </nav>
  );
}
