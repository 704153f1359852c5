import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";

/** conform throws at any other name, also while the page is drawn again. */
const READABLE = /^(?!.*(?:^|[.[\]])(?:__proto__|constructor)(?:$|[.[\]]))[^.[\]]+(?:\.[^.[\]]+|\[\d*\])*$/s;

/** A button's intent that does not fit the rest makes conform throw: then the post is read without it. */
export function readForm<S extends z.ZodType>(form: FormData, schema: S) {
  for (const name of new Set(form.keys())) if (!READABLE.test(name)) form.delete(name);
  try {
    return parseWithZod(form, { schema });
  } catch {
    form.delete("__intent__");
    return parseWithZod(form, { schema });
  }
}
