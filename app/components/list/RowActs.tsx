type Props = { acts: { label: string; href: string }[]; name: string };

/** Two stand in the row; of more, one button is as wide as a list can spare: they open beside it, over the row. */
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
      <span className="menu">
        {acts.map(({ label, href }) => (
          <a key={label} href={href}>
            {label}
          </a>
        ))}
      </span>
    </details>
  );
}
