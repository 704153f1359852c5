import type { ReactNode } from "react";

export type ChipTone = "good" | "warn" | "bad" | "accent" | "muted";

/** A state is colour + word + shape. */
const TONES: Record<ChipTone, [colour: string, shape: string]> = {
  good: ["bg-good-soft text-good", "●"],
  warn: ["bg-warn-soft text-warn", "▲"],
  bad: ["bg-bad-soft text-bad", "■"],
  accent: ["bg-accent-soft text-accent-strong", "◆"],
  muted: ["bg-line/50 text-muted", "○"],
};

export function Chip({ tone = "muted", children }: { tone?: ChipTone; children: ReactNode }) {
  const [colour, shape] = TONES[tone];
  return (
    <span className={`inline-block whitespace-nowrap rounded px-2 text-note font-bold ${colour}`}>
      <span aria-hidden="true" className="mr-1 text-[9px] align-[2px]">
        {shape}
      </span>
      {children}
    </span>
  );
}
