import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";

export type Tone = "primary" | "secondary" | "danger" | "plain";

const SHAPE =
  "inline-flex items-center justify-center gap-1 whitespace-nowrap rounded border px-4 h-9 touch:h-11 " +
  "text-base no-underline cursor-pointer";

/** Only what one came for is bold: fifty outlined words would compete with the work. */
const TONES: Record<Tone, string> = {
  primary: "border-accent bg-accent font-bold text-white hover:bg-accent-strong",
  secondary: "border-muted/75 bg-surface text-ink hover:bg-ground",
  danger: "border-bad bg-surface font-bold text-bad hover:bg-bad-soft",
  plain: "border-transparent bg-transparent text-accent hover:bg-accent-soft",
};

/** `pending` is shown by the submit enhancement while the answer is on its way. */
export function Button({
  tone = "secondary",
  className = "",
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { tone?: Tone }) {
  return (
    <button type="submit" {...rest} className={`${SHAPE} ${TONES[tone]} disabled:opacity-60 ${className}`} />
  );
}

export function LinkButton({
  tone = "secondary",
  className = "",
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { tone?: Tone }) {
  return <a {...rest} className={`${SHAPE} ${TONES[tone]} ${className}`} />;
}
