export const ROUNDINGS = ["floor", "half_up", "ceil"] as const;
export type Rounding = (typeof ROUNDINGS)[number];
export const ROUNDING_LABEL: Record<Rounding, string> = {
  floor: "切り捨て",
  half_up: "四捨五入",
  ceil: "切り上げ",
};

/** Rest and divisor are absolute. */
export const roundsUp: Record<Rounding, (rest: bigint, divisor: bigint) => boolean> = {
  floor: () => false,
  half_up: (rest, divisor) => rest * 2n >= divisor,
  ceil: (rest) => rest > 0n,
};
