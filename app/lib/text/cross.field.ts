import { z } from "zod";

/**
 * One sentence for a value, the first of several that may hold; unlike zod's `abort` it leaves the checks of
 * the whole form standing.
 */
export function firstProblem<T>(problem: (value: T) => string | null) {
  return (value: T, context: { addIssue: (issue: { code: "custom"; message: string }) => void }) => {
    const message = problem(value);
    if (message) context.addIssue({ code: "custom", message });
  };
}

/**
 * A check over several fields of one object, told at the first of them: the sentence, or null. It is made as
 * soon as these fields are right, whatever
 * else is wrong; zod's own refinements of an object wait until everything is, and people would be told in two
 * rounds.
 * A field whose own checks end there (`abort`, `.int()`) would end these too: see `first`.
 */
export function crossField<T extends object, N extends keyof T & string>(
  names: [N, ...N[]],
  problem: (value: Pick<T, N>) => string | null,
) {
  return z.superRefine<T>(
    (value, context) => {
      const message = problem(value);
      if (message) context.addIssue({ code: "custom", path: [names[0]], message });
    },
    {
      when: ({ value, issues }) =>
        typeof value === "object" &&
        value !== null &&
        !issues.some(({ path = [] }) => path.length === 0 || (names as PropertyKey[]).includes(path[0]!)),
    },
  );
}
