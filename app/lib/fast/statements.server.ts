import { createHash } from "node:crypto";

const OFTEN = 10;
const MAX_STATEMENTS = 100;
const sightings = new Map<string, number>();
const names = new Map<string, string>();

export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known) {
    names.delete(text);
    names.set(text, known);
    return known;
  }
  const times = (sightings.get(text) ?? 0) + 1;
  if (times < OFTEN) {
    if (sightings.size > 5_000) sightings.clear();
    sightings.set(text, times);
    return undefined;
  }
  sightings.delete(text);
  // Else what was busy at the start would hold the names for ever.
  if (names.size >= MAX_STATEMENTS) names.delete(names.keys().next().value!);
  // The same whenever it is given: a connection that still knows it plans nothing twice.
  const name = createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  return name;
}
