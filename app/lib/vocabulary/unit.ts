import { UNIT_LABEL, type Unit, unit } from "./card.schema";

/** The units that a factory's forms offer, in its order, and what stands there already. */
export function unitOptions(units: Unit[], ...kept: Unit[]): { value: string; label: string }[] {
  return [...new Set([...units, ...kept])].map((value) => ({ value, label: UNIT_LABEL[value] }));
}

/** The ticked ones with the usual one first; the others as they always stand. */
export const inUse = (ticked: Unit[], first: Unit): Unit[] => [
  first,
  ...unit.options.filter((one) => one !== first && ticked.includes(one)),
];
