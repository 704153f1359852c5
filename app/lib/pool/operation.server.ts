import type { z } from "zod";
import type { PoolContext } from "./context.server";
import { invalidParameter } from "./fault.server";

export type Operation = (context: PoolContext, body: unknown) => Promise<object>;

export function operation<S extends z.ZodType>(
  schema: S,
  run: (context: PoolContext, input: z.output<S>) => Promise<object>,
): Operation {
  return async (context, body) => {
    const parsed = schema.safeParse(body);
    if (parsed.success) return run(context, parsed.data);
    const { issues } = parsed.error;
    const list = issues
      .map(({ path, message }) => `Value at '${path.join(".")}' failed to satisfy constraint: ${message}`)
      .join("; ");
    throw invalidParameter(
      `${issues.length} validation error${issues.length > 1 ? "s" : ""} detected: ${list}`,
    );
  };
}
