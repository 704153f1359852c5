import type { ReactNode } from "react";
import { LinkButton } from "../form/Button";
import { PrintButton } from "../form/PrintButton";
import { Icon } from "../frame/Icon";
import { type SnackbarMessage, SnackbarPlace } from "../frame/Snackbar";

export function Sheets({
  title,
  back,
  actions,
  snackbar,
  children,
}: {
  title: string;
  back: { label: string; href: string };
  actions?: ReactNode;
  snackbar?: SnackbarMessage | null;
  children: ReactNode;
}) {
  return (
    <>
      <header className="sticky top-0 z-10 flex min-h-11 flex-wrap items-center gap-2 border-b border-line bg-surface px-4 py-1 print:hidden">
        <LinkButton href={back.href}>
          <Icon name="back" size={16} />
          {back.label}
        </LinkButton>
        <p className="mx-auto truncate font-bold">{title}</p>
        {actions}
        <PrintButton tone="primary">
          <Icon name="printer" size={16} />
          印刷
        </PrintButton>
        <noscript>
          <span className="text-note text-muted">印刷はブラウザのメニューから (Ctrl + P)</span>
        </noscript>
      </header>
      <main id="main" className="sheets-room">
        {children}
      </main>
      <SnackbarPlace message={snackbar} />
    </>
  );
}

export function SheetChoice({
  label,
  value,
  choices,
  href,
}: {
  label: string;
  value: string;
  choices: readonly (readonly [string, string])[];
  href: (value: string) => string;
}) {
  return (
    <nav aria-label={label} className="flex gap-1">
      {choices.map(([one, text]) => (
        <LinkButton
          key={one}
          tone={one === value ? "secondary" : "plain"}
          aria-current={one === value ? "page" : undefined}
          href={href(one)}
          className="px-2"
        >
          {text}
        </LinkButton>
      ))}
    </nav>
  );
}

export const SheetsNote = ({ children }: { children: ReactNode }) => (
  <p className="mx-auto max-w-[720px] p-4 text-warn print:hidden">{children}</p>
);
