import { useFormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { ERROR, INPUT } from "~/components/form/control";
import { commas } from "~/components/form/fields";
import type { PoolCard } from "~/lib/accounting/delivery.schema";

type At = { row: number; card: PoolCard; field: "num_items" | "unit_price" | "note" };
type Props = At & { label: string; value: string };

function useLineField({ row, field }: At) {
  const { allErrors, id } = useFormMetadata();
  const name = `lines[${row}].${field}`;
  return { name, id: `${id}-${name}`, error: allErrors[name]?.[0] };
}

function useAttributes(props: Props) {
  const { name, id, error } = useLineField(props);
  return {
    id,
    name,
    "aria-label": `${props.card.card_id} ${props.label}`,
    autoComplete: "off",
    "aria-invalid": error ? (true as const) : undefined,
    "aria-describedby": `${id}-error`,
    type: "text",
  };
}

export function NumberInput(props: Props & { missing?: boolean }) {
  return (
    <input
      {...useAttributes(props)}
      inputMode="decimal"
      data-number={props.label}
      className={`${INPUT} w-24 text-right tabular-nums${props.missing ? " border-bad" : ""}`}
      defaultValue={commas(props.value)}
    />
  );
}

export function TextInput(props: Props) {
  return (
    <input {...useAttributes(props)} defaultValue={props.value} className={`${INPUT} w-full min-w-28`} />
  );
}

export function LineError(at: At) {
  const { id, error } = useLineField(at);
  return (
    <p id={`${id}-error`} data-error className={`${ERROR} min-w-32 whitespace-normal text-left`}>
      {error}
    </p>
  );
}

export function LineCheck({
  name,
  label,
  typed,
  id,
}: {
  name: string;
  label: string;
  typed?: string;
  id: string;
}) {
  return (
    <label className="flex items-center gap-2 text-note touch:min-h-11">
      <input
        type="checkbox"
        name={name}
        value="on"
        defaultChecked={typed === "on"}
        aria-label={`${id} ${label}`}
        className="h-4 w-4 accent-accent"
      />
      {label}
    </label>
  );
}

/** On a phone each fact names itself. */
export function Label({ children }: { children: ReactNode }) {
  return <span className="block text-note text-muted desk:hidden">{children}</span>;
}
