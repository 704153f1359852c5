type Figure = {
  label: string;
  text: string;
  href: string;
  /** Its rows are those on the page. */
  current?: boolean;
  tone?: string;
  unit?: string;
};

/** Figures of the whole in one line; each filters at one press. `last`: on a phone below the rows. */
export function Strip({ name, figures, last }: { name: string; figures: Figure[]; last?: true }) {
  return (
    <ul aria-label={name} className={`strip print:hidden${last ? " max-desk:order-last" : ""}`} data-strip>
      {figures.map(({ label, text, href, current, tone = "", unit }) => (
        <li key={label}>
          <a href={href} aria-current={current ? "true" : undefined} className="strip-item">
            {label}
            <span className={`ml-1 tabular-nums ${tone}`}>{text}</span>
            {unit}
          </a>
        </li>
      ))}
    </ul>
  );
}
