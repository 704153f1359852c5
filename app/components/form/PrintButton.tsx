import type { ReactNode } from "react";
import { Button, type Tone } from "./Button";

/** It has its place from the start, so that nothing moves when its script has come. */
export function PrintButton({
  tone = "plain",
  className = "",
  children = "印刷",
}: {
  tone?: Tone;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <Button
      type="button"
      tone={tone}
      data-print
      className={`invisible print:hidden [@media(scripting:none)]:hidden ${className}`}
    >
      {children}
    </Button>
  );
}
