import { useField } from "@conform-to/react";
import type { Option } from "~/lib/list/option";
import { Field, type FieldProps } from "./control";

export function ChecksField({ options, ...props }: FieldProps & { options: Option[] }) {
  const [field] = useField<string[]>(props.name);
  const given: unknown = field.initialValue;
  const ticked = Array.isArray(given) ? given : [given];
  return (
    <Field {...props} id={field.id} errors={field.errors} required={!props.optional} group>
      <div className="flex flex-wrap gap-x-6">
        {options.map((option, index) => (
          <label key={option.value} className="flex min-h-9 cursor-pointer items-center gap-2 touch:min-h-11">
            <input
              id={index ? `${field.id}-${index}` : field.id}
              name={field.name}
              type="checkbox"
              value={option.value}
              defaultChecked={ticked.includes(option.value)}
              className="h-4 w-4 accent-accent"
            />
            {option.label}
          </label>
        ))}
      </div>
    </Field>
  );
}
