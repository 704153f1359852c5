import { UNIT_LABEL, type Unit, unit } from "./card.schema";

export function unitOptions(units: Unit[], ...kept: Unit[]): { value: string; label: string }[] {
  return [...new Set([...units, ...kept])].map((value) => ({ value, label: UNIT_LABEL[value] }));
}

export const inUse = (ticked: Unit[], first: Unit): Unit[] => [
  first,
  ...unit.options.filter((one) => one !== first && ticked.includes(one)),
];
