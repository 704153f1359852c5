import { decimal, milli } from "~/lib/money/decimal";
import type { Unit } from "~/lib/vocabulary/card.schema";
import { undone } from "./branch";

/** 員数: so many parts go into so many of the parent. */
export type PartRatio = { part_num: string; part_of: string };
type Part = { [N in keyof PartRatio]: string | null } & Parameters<typeof undone>[0] & { order_unit: Unit };

/** Rounded up once, to whole ones where they are counted. */
export function partsFor({ part_num, part_of }: PartRatio, num_parents: string, order_unit: Unit): string {
  const step = order_unit === "kg" ? 1n : 1000n;
  const per = milli(part_of) * step;
  return decimal(((milli(part_num) * milli(num_parents) + per - 1n) / per) * step);
}

/** As it was made, while its quantity follows that: divided or set by hand, its quantity says another. */
export function ratioOf(part: Part, num_parents: string): PartRatio {
  const { num_items, part_num, part_of, order_unit } = part;
  const now = { part_num: num_items, part_of: num_parents };
  if (part_num === null || part_of === null) return now;
  const kept = { part_num, part_of };
  const ahead = milli(num_items) - milli(partsFor(kept, num_parents, order_unit));
  // More than are needed are those that were done before fewer were.
  const follows = ahead === 0n || (ahead > 0n && undone(part) === "0");
  return follows ? kept : now;
}

/** What is done of them stays. */
export function scaledTo(part: Part, ratio: PartRatio, num_parents: string): string {
  const needed = milli(partsFor(ratio, num_parents, part.order_unit));
  const done = milli(part.num_items) - milli(undone(part));
  return decimal(needed > done ? needed : done);
}
