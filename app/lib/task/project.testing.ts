import type { Changed } from "~/lib/vocabulary/activity";

type Logged = { seq: number; before: Changed; after: Changed };

/** (D6) `version` is the number of entries. */
export function project(entries: Logged[]): Changed {
  const row: Changed = {};
  for (const entry of entries) Object.assign(row, entry.after, { version: entry.seq });
  return row;
}

/** Empty for a sound log. */
export function gaps(entries: Logged[]): string[] {
  const found: string[] = [];
  let row: Changed = {};
  entries.forEach((entry, index) => {
    if (entry.seq !== index + 1) found.push(`seq ${entry.seq}`);
    for (const [name, value] of Object.entries(entry.before))
      if (row[name] !== value) found.push(`${entry.seq}.${name}`);
    row = { ...row, ...entry.after };
  });
  return found;
}
