import type { ReactNode } from "react";
import { Icon } from "./Icon";

const TONES = {
  good: "border-good bg-good-soft text-good",
  warn: "border-warn bg-warn-soft text-warn",
  bad: "border-bad bg-bad-soft text-bad",
} as const;

export function Banner({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return (
    <div
      role="status"
      className={`mb-4 flex items-start gap-2 rounded border border-l-4 px-4 py-3 font-bold ${TONES[tone]}`}
    >
      <Icon name={tone === "good" ? "success" : "error"} />
      <p>{children}</p>
    </div>
  );
}
