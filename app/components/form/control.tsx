import { useField } from "@conform-to/react";
import type { ReactNode } from "react";
import { emptyText, unchosenText } from "~/lib/text/text.schema";

export type Width = "short" | "medium" | "full";

export const WIDTHS: Record<Width, string> = {
  short: "w-40 max-w-full",
  medium: "w-80 max-w-full",
  full: "w-full",
};

/** 36 px on a desk, 44 px and 16 px type on a phone, where smaller type makes iOS zoom. */
export const INPUT = "input";

export const ERROR = "error";

/** `either`: one of several of which one must be given, so that it is not marked 任意. */
export type FieldProps = {
  name: string;
  label: string;
  optional?: boolean;
  either?: boolean;
  help?: ReactNode;
  empty?: string;
  /** The one field that the page is for. */
  autoFocus?: boolean;
};

export function useControl(
  { name, label, optional, help, empty: sentence, autoFocus }: FieldProps,
  empty: "type" | "choose" = "type",
) {
  const [field] = useField<string>(name);
  const required = optional === undefined ? field.required !== false : !optional;
  const described = [help ? field.descriptionId : "", field.errorId].filter(Boolean).join(" ");
  return {
    field,
    required,
    typed: textOf(field.initialValue),
    attributes: {
      id: field.id,
      name: field.name as string,
      autoFocus,
      "aria-invalid": field.errors ? (true as const) : undefined,
      "aria-describedby": described,
      "data-required": required
        ? (sentence ?? (empty === "type" ? emptyText(label) : unchosenText(label)))
        : undefined,
    },
  };
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

type Shell = FieldProps & {
  id: string;
  errors?: string[];
  required: boolean;
  children: ReactNode;
  group?: boolean;
  full?: boolean;
};

export function Field({ id, label, required, either, help, errors, children, group, full }: Shell) {
  const caption = (
    <>
      {label}
      {required || either ? null : (
        <span className="ml-2 rounded bg-ground px-1 font-normal text-muted">任意</span>
      )}
    </>
  );
  const body = (
    <>
      {children}
      {help ? (
        <p id={`${id}-description`} className="mt-1 text-note text-muted">
          {help}
        </p>
      ) : null}
      <p id={`${id}-error`} data-error className={ERROR}>
        {errors?.[0]}
      </p>
    </>
  );
  if (group) {
    return (
      <fieldset className="min-w-0" data-field>
        <legend className="mb-1 text-note font-bold">{caption}</legend>
        {body}
      </fieldset>
    );
  }
  return (
    <div className={full ? "col-span-full min-w-0" : "min-w-0"} data-field>
      <label htmlFor={id} className="mb-1 block text-note font-bold">
        {caption}
      </label>
      {body}
    </div>
  );
}
