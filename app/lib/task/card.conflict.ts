import type { ActivityRow } from "~/lib/log/activity.schema";
import { CHANGE_LABEL, valueText } from "./activity";
import { cardEdit } from "./card.edit.schema";

const OWN = ["version", "reason"];
const FIELDS = Object.keys(cardEdit.shape).filter((name) => !OWN.includes(name));

type Values = Record<string, unknown>;
type Conflict = {
  name: string;
  label: string;
  mine: string;
  theirs: string /** As the field takes it. */;
  value: string;
  who: string;
  at: string;
};
export type Merged = {
  /** What the form's fields are to hold now, where that differs from what was typed. */
  values: Record<string, string>;
  /** Changed by somebody else and by this person, to something else: they choose. */
  conflicts: Conflict[];
  /** Changed by somebody else alone: taken over, and told. */
  taken: { label: string; to: string; who: string }[];
};

const none = (value: unknown) => (value === undefined || value === "" ? null : value);
const typed = (value: unknown) =>
  value === null ? "" : value === true ? "on" : value === false ? "" : String(value);
const read = (name: string, value: unknown) => valueText(name, value) ?? "なし";

/**
 * D12, field by field: an edit of the card as it was at `version`, against the card as it is. `log`
 * is the card's whole log, in
 * which an entry's place is the version that it made.
 */
export function mergeEdit(log: ActivityRow[], version: number, mine: Values, card: Values): Merged {
  const merged: Merged = { values: {}, conflicts: [], taken: [] };
  for (const name of FIELDS) {
    if (!(name in mine) && name === "unit_price") continue;
    const since = log.slice(version).filter((entry) => name in entry.before || name in entry.after);
    const [first, last] = [since[0], since.at(-1)];
    const [base, now, own] = [
      none(first ? first.before[name] : card[name]),
      none(card[name]),
      none(mine[name]),
    ];
    if (!last || base === now || own === now) continue;
    const told = { label: CHANGE_LABEL[name] ?? name, who: last.actor_name };
    merged.values[name] = typed(own === base ? now : own);
    if (own === base) merged.taken.push({ ...told, to: read(name, now) });
    else
      merged.conflicts.push({
        ...told,
        name,
        mine: read(name, own),
        theirs: read(name, now),
        value: typed(now),
        at: last.at,
      });
  }
  return merged;
}

/** What was chosen of each conflict, written into the form: theirs takes the field's place. */
export function chosen(form: FormData): void {
  for (const name of FIELDS)
    if (form.get(`choose_${name}`) === "theirs") form.set(name, String(form.get(`theirs_${name}`) ?? ""));
}
