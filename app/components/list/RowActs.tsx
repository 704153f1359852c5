type Props = { acts: { label: string; href: string }[]; name: string };

/** Two stand in the row; more open below one button, so that a list fits. */
export function RowActs({ acts, name }: Props) {
  if (acts.length === 0) return null;
  if (acts.length < 3)
    return (
      <span className="relative flex gap-3">
        {acts.map(({ label, href }) => (
          <a key={label} href={href} className="py-1 text-accent">
            {label}
          </a>
        ))}
      </span>
    );
  return (
    <details data-menu className="relative">
      <summary className="dots" aria-label={`${name}の操作`}>
        ⋯
      </summary>
      <span className="grid pb-2">
        {acts.map(({ label, href }) => (
          <a key={label} href={href} className="py-1 text-accent">
            {label}
          </a>
        ))}
      </span>
    </details>
  );
}
