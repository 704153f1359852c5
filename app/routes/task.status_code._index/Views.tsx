type Props = { query: (more: Record<string, string>) => string; view: string };

export function Views({ query, view }: Props) {
  return (
    <p className="folded flex flex-wrap items-center gap-2">
      <a
        href={query({})}
        aria-current={view === "grid" ? "page" : undefined}
        className="inline-flex h-9 items-center aria-[current]:font-bold touch:h-11 text-accent underline"
      >
        QRコード
      </a>
      <span aria-hidden>｜</span>
      <a
        href={query({ view: "list" })}
        aria-current={view === "list" ? "page" : undefined}
        className="inline-flex h-9 items-center aria-[current]:font-bold touch:h-11 text-accent underline"
      >
        一覧
      </a>
    </p>
  );
}
