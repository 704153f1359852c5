import type { ReactNode } from "react";
import { Button, type Tone } from "./Button";

export function OneTap({
  action,
  fields,
  tone,
  look,
  label,
  children,
}: {
  action: string;
  fields: Record<string, string | number>;
  tone?: Tone;
  look?: string;
  label?: string;
  children: ReactNode;
}) {
  return (
    <form method="post" action={action} data-enhance="submit" className="min-w-0">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {look ? (
        <button className={look} aria-label={label} title={label}>
          {children}
        </button>
      ) : (
        <Button tone={tone} className="w-full">
          {children}
        </Button>
      )}
    </form>
  );
}
