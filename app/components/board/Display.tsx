import type { Mark } from "./BoardCard";
import { Chip } from "./BoardCard";

export function DisplayCard({
  title,
  of,
  quantity,
  progress,
  due,
  chips,
}: {
  title: string;
  of: string;
  quantity: string;
  progress: string;
  due?: Mark;
  chips: Mark[];
}) {
  return (
    <article className={due?.tone === "bad" ? "display-card card-late" : "display-card"}>
      <p className="display-title">
        <b>{title}</b>
        <span>{quantity}</span>
      </p>
      <p className="text-muted">
        {of}　{progress}
      </p>
      <p className="flex flex-wrap gap-2">
        {due && <Chip {...due} />}
        {chips.map((chip) => (
          <Chip key={chip.text} {...chip} />
        ))}
      </p>
    </article>
  );
}

export function DisplayCount({
  label,
  count,
  late,
  href,
  current,
}: {
  label: string;
  count: number;
  late: number;
  href: string;
  current: boolean;
}) {
  return (
    <a href={href} aria-current={current ? "page" : undefined}>
      {label} <b>{count}</b>
      {late > 0 && <strong>遅れ{late}</strong>}
    </a>
  );
}
