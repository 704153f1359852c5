import { z } from "zod";

export function firstProblem<T>(problem: (value: T) => string | null) {
  return (value: T, context: { addIssue: (issue: { code: "custom"; message: string }) => void }) => {
    const message = problem(value);
    if (message) context.addIssue({ code: "custom", message });
  };
}

/** zod's own refinements of an object wait until all fields are right, which takes people two rounds. */
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
