import type { ReactNode } from "react";
import { LinkButton } from "../form/Button";
import { PrintButton } from "../form/PrintButton";
import { Icon } from "../frame/Icon";
import { SnackbarPlace, type SnackbarMessage } from "../frame/Snackbar";

/** A4 sheets on grey with 印刷 and the way back, neither of which prints. Children are PaperDocuments, one or many. */
export function Sheets({ title, back, actions, snackbar, children }: {
  title: string; back: { label: string; href: string }; actions?: ReactNode; snackbar?: SnackbarMessage | null; children: ReactNode;
}) {
  return (
    <>
      <header
        className="sticky top-0 z-10 flex min-h-12 flex-wrap items-center gap-2 border-b border-line bg-surface px-4 print:hidden">
        <LinkButton href={back.href}><Icon name="back" size={16} />{back.label}</LinkButton>
        <p className="mx-auto truncate font-bold">{title}</p>
        {actions}
        <PrintButton tone="primary"><Icon name="printer" size={16} />印刷</PrintButton>
        <noscript><span className="text-note text-muted">印刷はブラウザのメニューから (Ctrl + P)</span></noscript>
      </header>
      <main id="main" className="sheets-room">{children}</main>
      <SnackbarPlace message={snackbar} />
    </>
  );
}
