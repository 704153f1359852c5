import { useField } from "@conform-to/react";
import { formatNumber, normalizeNumber } from "~/lib/money/decimal";
import { formatDate, isDate, today } from "~/lib/time/date";
import { parseDateInput } from "~/lib/time/dateinput";
import { CalendarButton } from "./CalendarButton";
import { Field, type FieldProps, INPUT, useControl, WIDTHS, type Width } from "./control";
import { unreadableText } from "./sentences";

type TextProps = FieldProps & {
  width?: Width;
  type?: "text" | "email" | "password" | "tel" | "search" | "datetime-local";
  autoComplete?: string;
  readOnly?: boolean;
  inputMode?: "numeric" | "decimal";
};

export function TextField({
  width = "full",
  type = "text",
  autoComplete = "off",
  readOnly,
  inputMode,
  ...props
}: TextProps) {
  const { field, typed, required, attributes } = useControl(props);
  return (
    <Field {...props} id={field.id} errors={field.errors} required={required}>
      <input
        {...attributes}
        type={type}
        defaultValue={typed}
        autoComplete={autoComplete}
        readOnly={readOnly}
        inputMode={inputMode}
        data-rare={type === "password" || undefined}
        className={`${INPUT} ${WIDTHS[width]}`}
      />
      {type === "password" ? <PasswordAids id={field.id} /> : null}
    </Field>
  );
}

/** They do nothing without a script, and are not there then. */
function PasswordAids({ id }: { id: string }) {
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-4 text-note">
      <label
        data-reveal={id}
        className="inline-flex min-h-7 items-center gap-2 touch:min-h-11 [@media(scripting:none)]:hidden"
      >
        <input type="checkbox" className="h-4 w-4 accent-accent" />
        パスワードを表示
      </label>
      <span data-caps={id} hidden role="status" className="text-warn">
        CapsLock がオンです
      </span>
    </span>
  );
}

export function TextArea({ rows = 3, ...props }: FieldProps & { rows?: number }) {
  const { field, typed, required, attributes } = useControl(props);
  return (
    <Field {...props} id={field.id} errors={field.errors} required={required} full>
      <textarea {...attributes} rows={rows} defaultValue={typed} className={`${INPUT} h-auto w-full py-1`} />
    </Field>
  );
}

type NumberProps = FieldProps & {
  unit?: string;
  kind?: "number" | "yen";
  /** For a thumb: as wide as its place. */
  large?: boolean;
};

/** R7-2: a text field, because type=number loses full-width digits. */
export function NumberField({ unit, kind = "number", large = false, ...props }: NumberProps) {
  const { field, typed, required, attributes } = useControl(props);
  return (
    <Field {...props} id={field.id} errors={field.errors} required={required}>
      <span className="flex items-center gap-2">
        <input
          {...attributes}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          data-number
          data-invalid={unreadableText(kind, props.label)}
          defaultValue={commas(typed)}
          className={`${INPUT} ${large ? "h-14 w-full min-w-0 text-section" : "w-40"} text-right tabular-nums`}
        />
        {unit ? <span className="whitespace-nowrap text-muted">{unit}</span> : null}
      </span>
    </Field>
  );
}

export function YenField(props: FieldProps) {
  return <NumberField {...props} unit="円" kind="yen" />;
}

/** What was posted twice is a list, and nothing to show. */
export function commas(typed: unknown): string {
  if (typeof typed !== "string") return "";
  const number = normalizeNumber(typed);
  return number === null ? typed : formatNumber(number);
}

type DateProps = FieldProps & { lean?: "nearest" | "coming" };

/** R7-4: takes what clerks type and echoes 2026/11/21(土) beside it. */
export function DateField({ lean = "nearest", ...props }: DateProps) {
  const { field, typed, required, attributes } = useControl(props);
  const day = parseDateInput(typed, today(), lean);
  return (
    <Field {...props} id={field.id} errors={field.errors} required={required}>
      <span className="flex flex-wrap items-center gap-2">
        <input
          {...attributes}
          type="text"
          inputMode="text"
          autoComplete="off"
          data-date={lean}
          data-today={today()}
          data-invalid={unreadableText("date", props.label)}
          defaultValue={slashes(typed)}
          className={`${INPUT} w-40 tabular-nums`}
        />
        <CalendarButton label={props.label} />
        <output htmlFor={field.id} className="whitespace-nowrap text-note text-muted">
          {day ? formatDate(day) : ""}
        </output>
      </span>
    </Field>
  );
}

function slashes(typed: string): string {
  return isDate(typed) ? typed.replaceAll("-", "/") : typed;
}

export function TimeField(props: FieldProps) {
  const { field, typed, required, attributes } = useControl(props);
  return (
    <Field {...props} id={field.id} errors={field.errors} required={required}>
      <input
        {...attributes}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        defaultValue={typed}
        className={`${INPUT} w-24 tabular-nums`}
      />
    </Field>
  );
}

export function FileField({
  accept,
  multiple = true,
  camera,
  ...props
}: FieldProps & { accept?: string; multiple?: boolean; camera?: boolean }) {
  const { field, required, attributes } = useControl(props, "choose");
  return (
    <Field {...props} id={field.id} errors={field.errors} required={required}>
      <input
        {...attributes}
        type="file"
        accept={accept}
        multiple={multiple}
        capture={camera ? "environment" : undefined}
        data-shrink
        className="block w-full py-1 text-base touch:min-h-11"
      />
    </Field>
  );
}

export function HiddenField({ name, value }: { name: string; value?: string | number }) {
  const [field] = useField<string>(name);
  return <input type="hidden" name={name} value={value ?? String(field.initialValue ?? "")} />;
}
