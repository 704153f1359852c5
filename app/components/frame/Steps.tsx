export function Steps({ labels, current }: { labels: string[]; current: number }) {
  return (
    <ol className="mb-4 flex flex-wrap gap-x-6 gap-y-2">
      {labels.map((label, at) => (
        <li
          key={label}
          aria-current={at === current ? "step" : undefined}
          className={`flex items-center gap-2 border-b-2 pb-1 ${at === current ? "border-accent font-bold text-accent" : "border-line text-muted"}`}
        >
          <span
            className={`grid h-6 w-6 place-items-center rounded-full text-note ${at === current ? "bg-accent text-white" : "bg-ground"}`}
          >
            {at < current ? "✓" : at + 1}
          </span>
          {label}
          {at < current ? <span className="sr-only">（済み）</span> : null}
        </li>
      ))}
    </ol>
  );
}
