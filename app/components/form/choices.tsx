import { Field, INPUT, useControl, WIDTHS, type FieldProps, type Width } from "./control";

/** `fill` names cells of the same grid row (or fields of the form) that take these values when this is chosen. */
export type Option = { value: string; label: string; fill?: Record<string, string> };

export function SelectField({ options, width = "medium", ...props }: FieldProps & { options: Option[]; width?: Width }) {
  const { field, typed, required, attributes } = useControl(props, "choose");
  return (
    <Field {...props} id={field.id} errors={field.errors} required={required}>
      <select {...attributes} defaultValue={typed} className={`${INPUT} ${WIDTHS[width]}`}>
        <Options options={options} blank />
      </select>
    </Field>
  );
}

export function Options({ options, blank }: { options: Option[]; blank?: boolean }) {
  return (
    <>
      {blank && !options.some((option) => option.value === "") ? <option value=""></option> : null}
      {options.map((option) => (
        <option key={option.value} value={option.value} data-fill={option.fill && JSON.stringify(option.fill)}>{option.label}</option>
      ))}
    </>
  );
}

export function RadioField({ options, ...props }: FieldProps & { options: Option[] }) {
  const { field, typed, required, attributes } = useControl(props, "choose");
  return (
    <Field {...props} id={field.id} errors={field.errors} required={required} group>
      <div className="flex flex-wrap gap-x-6">
        {options.map((option, index) => (
          <label key={option.value} className="flex min-h-9 cursor-pointer items-center gap-2 max-desk:min-h-[44px]">
            <input {...attributes} id={index ? `${field.id}-${index}` : field.id} type="radio" value={option.value}
              defaultChecked={typed === option.value} className="h-4 w-4 accent-accent" />
            {option.label}
          </label>
        ))}
      </div>
    </Field>
  );
}

/** One yes or no; its label stands at the right, and it is never marked 任意. */
export function CheckField(props: FieldProps) {
  const { field, typed, attributes } = useControl({ ...props, optional: true });
  return (
    <div className="min-w-0" data-field>
      <label className="flex min-h-9 cursor-pointer items-center gap-2 max-desk:min-h-[44px]">
        <input {...attributes} type="checkbox" value="on" defaultChecked={typed === "on" || typed === "true"}
          className="h-4 w-4 accent-accent" />
        {props.label}
      </label>
      {props.help ? <p id={field.descriptionId} className="text-note text-muted">{props.help}</p> : null}
      <p id={field.errorId} data-error className="text-note text-bad empty:hidden">{field.errors?.[0]}</p>
    </div>
  );
}

type ComboProps = FieldProps & {
  options?: Option[];
  /** Answers GET `${source}${typed}` with Option[] as JSON. */
  source?: string;
  /** Any text may be typed; the options are only offered. */
  free?: boolean;
  width?: Width;
};

/** Without JavaScript a select (or, `free`, a text field with a datalist); with it a combobox that searches. */
export function ComboField({ options = [], source, free, width = "medium", ...props }: ComboProps) {
  const { field, typed, required, attributes } = useControl(props, free ? "type" : "choose");
  return (
    <Field {...props} id={field.id} errors={field.errors} required={required}>
      <ComboControl attributes={attributes} typed={typed} options={options} source={source} free={free}
        className={`${INPUT} ${WIDTHS[width]}`} />
    </Field>
  );
}

type ComboControlProps = {
  attributes: { id: string; name: string };
  typed: string;
  options: Option[];
  source?: string;
  free?: boolean;
  className: string;
};

export function ComboControl({ attributes, typed, options, source, free, className }: ComboControlProps) {
  if (free) {
    return (
      <>
        <input {...attributes} type="text" autoComplete="off" list={`${attributes.id}-list`} data-source={source} defaultValue={typed}
          className={className} />
        <datalist id={`${attributes.id}-list`}>
          {options.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}
        </datalist>
      </>
    );
  }
  return (
    <select {...attributes} data-combo data-source={source} defaultValue={typed} className={className}>
      <Options options={options} blank />
    </select>
  );
}
