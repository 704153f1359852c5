import type { ReactNode } from "react";

const TONES = {
  bad: "border-bad bg-bad-soft text-bad",
  warn: "border-warn bg-warn-soft text-warn",
};

/** What must not be overlooked: a refusal, or a warning. Nothing where there is nothing to say. */
export function Alert({ tone = "bad", children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return children ? (
    <div role="alert" className={`rounded border px-4 py-3 ${TONES[tone]}`}>
      {children}
    </div>
  ) : null;
}
