import { useField } from "@conform-to/react";
import type { Option } from "~/lib/list/option";
import { Field, type FieldProps, INPUT, textOf, useControl, WIDTHS, type Width } from "./control";

export function SelectField({
  options,
  width = "full",
  ...props
}: FieldProps & { options: Option[]; width?: Width }) {
  const { field, typed, required, attributes } = useControl(props, "choose");
  return (
    <Field {...props} id={field.id} errors={field.errors} required={required}>
      <select {...attributes} defaultValue={typed} className={`${INPUT} ${WIDTHS[width]}`}>
        <Options options={options} blank />
      </select>
    </Field>
  );
}

/** `chosen` came from a server's search and is not among the options. */
export function Options({ options, blank, chosen }: { options: Option[]; blank?: boolean; chosen?: Option }) {
  const far = chosen?.value && !options.some((option) => option.value === chosen.value);
  return (
    <>
      {blank && !options.some((option) => option.value === "") ? <option value=""></option> : null}
      {options.map((option) => (
        <option
          key={option.value}
          value={option.value}
          data-fill={option.fill && JSON.stringify(option.fill)}
        >
          {option.label}
        </option>
      ))}
      {far ? <option value={chosen.value}>{chosen.label || chosen.value}</option> : null}
    </>
  );
}

export function RadioField({ options, ...props }: FieldProps & { options: Option[] }) {
  const { field, typed, required, attributes } = useControl(props, "choose");
  return (
    <Field {...props} id={field.id} errors={field.errors} required={required} group>
      <div className="flex flex-wrap gap-x-6">
        {options.map((option, index) => (
          <label key={option.value} className="flex min-h-9 cursor-pointer items-center gap-2 touch:min-h-11">
            <input
              {...attributes}
              id={index ? `${field.id}-${index}` : field.id}
              type="radio"
              value={option.value}
              defaultChecked={typed === option.value}
              className="h-4 w-4 accent-accent"
            />
            {option.label}
          </label>
        ))}
      </div>
    </Field>
  );
}

/** It is never marked 任意. */
export function CheckField(props: FieldProps) {
  const { field, typed, attributes } = useControl({ ...props, optional: true });
  return (
    <div className="min-w-0" data-field>
      <label className="flex min-h-9 cursor-pointer items-center gap-2 touch:min-h-11">
        <input
          {...attributes}
          type="checkbox"
          value="on"
          defaultChecked={typed === "on" || typed === "true"}
          className="h-4 w-4 accent-accent"
        />
        {props.label}
      </label>
      {props.help ? (
        <p id={field.descriptionId} className="text-note text-muted">
          {props.help}
        </p>
      ) : null}
      <p id={field.errorId} data-error className="text-note text-bad empty:hidden">
        {field.errors?.[0]}
      </p>
    </div>
  );
}

/** Stands only where the answer asked for it, and then until the form is through. */
export function AskedField(props: FieldProps) {
  const { field, typed } = useControl({ ...props, optional: true });
  return field.errors || typed ? <CheckField {...props} /> : null;
}

type ComboProps = FieldProps & {
  options?: Option[];
  /** Answers GET `${source}${typed}` with Option[]; `options` are for a browser without JavaScript. */
  source?: string;
  free?: boolean;
  width?: Width;
};

export function ComboField({ options = [], source, free, width = "full", ...props }: ComboProps) {
  const { field, typed, required, attributes } = useControl(props);
  const [shown] = useField<string>(`${props.name}_label`);
  return (
    <Field {...props} id={field.id} errors={field.errors} required={required}>
      <ComboControl
        attributes={attributes}
        typed={typed}
        shown={textOf(shown.initialValue)}
        options={options}
        source={source}
        free={free}
        className={`${INPUT} ${WIDTHS[width]}`}
      />
    </Field>
  );
}

type ComboControlProps = {
  attributes: { id: string; name: string };
  typed: string;
  /** The label that stood in the combobox when the form was sent. */
  shown?: string;
  options: Option[];
  source?: string;
  codes?: string;
  free?: boolean;
  className: string;
};

export function ComboControl({
  attributes,
  typed,
  shown = "",
  options,
  source,
  codes,
  free,
  className,
}: ComboControlProps) {
  if (free) {
    return (
      <>
        <input
          {...attributes}
          type="text"
          autoComplete="off"
          list={`${attributes.id}-list`}
          data-source={source}
          defaultValue={typed}
          className={className}
        />
        <datalist id={`${attributes.id}-list`}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </datalist>
      </>
    );
  }
  return (
    <select
      {...attributes}
      data-combo
      data-source={source}
      data-codes={codes}
      defaultValue={typed}
      className={className}
    >
      <Options options={options} blank chosen={{ value: typed, label: shown }} />
    </select>
  );
}
