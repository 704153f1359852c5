import { useFormMetadata } from "@conform-to/react";
import { ERROR } from "~/components/form/control";

export function TicksError() {
  const { id, allErrors } = useFormMetadata();
  return (
    <p id={`${id}-ids`} tabIndex={-1} data-error className={ERROR}>
      {allErrors.ids?.[0]}
    </p>
  );
}
