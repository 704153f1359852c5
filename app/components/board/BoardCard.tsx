import type { ReactNode } from "react";
import { Chip, type ChipTone } from "../list/Chip";
import { MoreMenu } from "./Board";

export type Progress = { good: number; bad: number; partial: number; total: number; text: string };

/** A card of four lines. Numbers in `progress` are only drawn; what is read is its text. */
export function BoardCard({ id, href, title, quantity, unit, line2, progress, due, chips = [], actions, footer, version }: {
  id: string | number;
  href: string;
  title: string;
  quantity: string;
  unit?: string;
  line2?: string;
  progress?: Progress;
  /** Tone bad is late: the bar at the left and the word in `text` say so too. */
  due?: { text: string; tone: ChipTone };
  chips?: { text: string; tone: ChipTone }[];
  /** Links and small forms for the ⋯ menu. */
  actions?: ReactNode;
  /** What is done with one tap: small forms and links (class card-act). */
  footer?: ReactNode;
  /** What the card was drawn from; a drop sends it back. */
  version?: string;
}) {
  return (
    <article id={`card-${id}`} className={due?.tone === "bad" ? "card card-late" : "card"} data-card={id} data-version={version}>
      <div className="flex items-start gap-2">
        <a href={href} className="card-link">{title}</a>
        <span className="whitespace-nowrap tabular-nums">{quantity}<span className="text-muted">{unit}</span></span>
        {actions && <div className="relative -my-1 -mr-1"><MoreMenu label={`${title}の操作`}>{actions}</MoreMenu></div>}
      </div>
      {line2 && <p className="truncate text-muted">{line2}</p>}
      {progress && <ProgressLine {...progress} />}
      {(due || chips.length > 0 || footer) && (
        <div className="mt-1 flex flex-wrap items-center gap-1">
          {due && <Chip tone={due.tone}>{due.text}</Chip>}
          {chips.map((chip) => <Chip key={chip.text} tone={chip.tone}>{chip.text}</Chip>)}
          {footer && <div className="relative ml-auto flex gap-2">{footer}</div>}
        </div>
      )}
    </article>
  );
}

function ProgressLine({ good, bad, partial, total, text }: Progress) {
  const whole = Math.max(total, good + bad + partial, 1);
  return (
    <div className="mt-1 flex items-center gap-2">
      <svg viewBox={`0 0 ${whole} 1`} preserveAspectRatio="none" width="88" height="6" aria-hidden="true"
        className="shrink-0 rounded bg-line">
        <rect width={good} height="1" className="fill-good" />
        <rect x={good} width={bad} height="1" className="fill-bad" />
        <rect x={good + bad} width={partial} height="1" className="fill-accent opacity-50" />
      </svg>
      <span className="truncate tabular-nums text-muted">{text}</span>
    </div>
  );
}
