import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";

/** A button's intent that does not fit the rest makes conform throw: then the post is read without it. */
export function readForm<S extends z.ZodType>(form: FormData, schema: S) {
  try {
    return parseWithZod(form, { schema });
  } catch {
    form.delete("__intent__");
    return parseWithZod(form, { schema });
  }
}
