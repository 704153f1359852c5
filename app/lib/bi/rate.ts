import { ratio } from "./share";

/** 不良率: the ratio of the sums, never the mean of ratios; in thousandths of a piece. */
export const defectRate = (good: bigint, defective: bigint, places = 3): string | null =>
  ratio(defective, good + defective, places);

type Step = Record<"input" | "first_good" | "rework_good", bigint | number>;

/** 直行率: rework is no second input, and adds to 最終良品率 only. */
export function yields(steps: Step[]) {
  const all = steps.reduce(
    ({ good, input }, step) => ({
      good: good * BigInt(step.first_good),
      input: input * BigInt(step.input),
    }),
    { good: 1n, input: 1n },
  );
  return {
    steps: steps.map(({ input, first_good, rework_good }) => ({
      fpy: ratio(BigInt(first_good), BigInt(input), 1),
      final: ratio(BigInt(first_good) + BigInt(rework_good), BigInt(input), 1),
    })),
    rty: steps.length === 0 ? null : ratio(all.good, all.input, 1),
  };
}
