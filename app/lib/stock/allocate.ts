import { decimal, milli } from "~/lib/money/decimal";

/** 引当: as much as is free, the rest is made. */
export function allocate(free: string, wanted: string): { allocated: string; to_make: string } {
  const taken = milli(free) < milli(wanted) ? milli(free) : milli(wanted);
  return { allocated: decimal(taken), to_make: decimal(milli(wanted) - taken) };
}
