import { Chip, type ChipTone } from "../list/Chip";
import { HUES, type Hue } from "./hues";

type Mark = { text: string; tone: ChipTone };
type Due = { day: string; rest: string; tone: ChipTone };
type Counted = { label: string; colour: Hue; count: number; late: number };

const NO_COLOUR = "#3a4651";

/** A process is known by its colour before its name can be read. */
export const DisplayRule = ({ colour }: { colour: Hue }) => (
  <svg className="display-rule" fill={colour ? HUES[colour][1] : NO_COLOUR} aria-hidden>
    <rect width="100%" height="100%" />
  </svg>
);

export function DisplayFigure({ label, tone, children }: { label: string; tone?: string; children: string }) {
  return (
    <p className={tone}>
      {label}
      <b>{children}</b>
    </p>
  );
}

/** What is called out over the machines comes first: its number and its day. */
export function DisplayCard({
  number,
  title,
  of,
  progress,
  due,
  chips,
}: {
  number: string;
  title: string;
  of: string;
  progress: string;
  due: Due | null;
  chips: Mark[];
}) {
  return (
    <article className={`display-card ${due ? `display-${due.tone}` : ""}`}>
      <p className="display-number">
        <b>{number}</b> {of}
      </p>
      <p className="display-due">
        <b>{due?.day}</b> {due?.rest}
      </p>
      <h2>{title}</h2>
      <p>
        <b>{progress}</b>
      </p>
      <p className="display-chips">
        {chips.map((chip) => (
          <Chip key={chip.text} tone={chip.tone}>
            {chip.text}
          </Chip>
        ))}
      </p>
    </article>
  );
}

/** The first page of a wall: how many stand where. */
export function DisplayProcess({ label, colour, count, late }: Counted) {
  return (
    <article className="display-card display-process">
      <DisplayRule colour={colour} />
      <h2>{label}</h2>
      <p>
        <b>{count}</b>枚
      </p>
      {late > 0 && <strong>遅れ{late}</strong>}
    </article>
  );
}

export function DisplayCount({
  label,
  colour,
  count,
  late,
  href,
  current,
}: Counted & { href: string; current: boolean }) {
  return (
    <a href={href} aria-current={current ? "page" : undefined}>
      <DisplayRule colour={colour} />
      {label} <b>{count}</b>
      {late > 0 && <strong>遅れ{late}</strong>}
    </a>
  );
}
