import { LinkButton } from "~/components/form/Button";

export type Wait = { text: string; label: string; href: string };

/** What waits for the reader, before anything else; the first is the page's one primary act. */
export function Waits({ waits }: { waits: Wait[] }) {
  if (waits.length === 0) return null;
  return (
    <ul className="divided rounded border border-warn bg-warn-soft px-4">
      {waits.map(({ text, label, href }, at) => (
        <li key={href} className="flex flex-wrap items-center gap-2 py-2">
          <b className="min-w-0 flex-1 text-warn">{text}</b>
          <LinkButton tone={at === 0 ? "primary" : "secondary"} href={href} className="print:hidden">
            {label}
          </LinkButton>
        </li>
      ))}
    </ul>
  );
}

type Papers = { label: string; papers: { key: number; number: string }[]; at: string };

/** The documents that belong to this one, by kind. */
export function Papers({ kinds }: { kinds: Papers[] }) {
  const shown = kinds.filter(({ papers }) => papers.length > 0);
  if (shown.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-4">
      {shown.map(({ label, papers, at }) => (
        <span key={label} className="flex flex-wrap gap-x-3">
          <span className="text-muted">{label}</span>
          {papers.map(({ key, number }) => (
            <a key={key} href={`${at}/${key}`}>
              {number}
            </a>
          ))}
        </span>
      ))}
    </p>
  );
}
