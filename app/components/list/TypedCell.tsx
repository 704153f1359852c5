import type { Column } from "~/lib/list/list.schema";

type Typed = NonNullable<ReturnType<NonNullable<Column["input"]>>> & { label: string; at?: string };

export function TypedCell({ form, name, value, wrong, label, at }: Typed) {
  return (
    <td data-at={at} className="text-right">
      <input
        form={form}
        name={name}
        defaultValue={value}
        aria-label={label}
        aria-invalid={wrong ? true : undefined}
        title={wrong}
        inputMode="decimal"
        autoComplete="off"
        className="input relative z-10 h-8 w-24 min-w-24 text-right tabular-nums touch:h-11 print:hidden"
      />
      <span className="hidden tabular-nums print:block">{value}</span>
    </td>
  );
}
