import type { ActivityRow } from "~/lib/log/activity.schema";
import { CHANGE_LABEL, valueText } from "./activity";
import { cardEdit } from "./card.edit.schema";

const UNCOMPARED = ["version", "reason", "released"];
const FIELDS = Object.keys(cardEdit.shape).filter((name) => !UNCOMPARED.includes(name));

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
  values: Record<string, string>;
  /** Changed by both to different values: the person chooses. */
  conflicts: Conflict[];
  /** Changed by somebody else alone: taken over, and shown. */
  taken: { label: string; to: string; who: string }[];
};

const none = (value: unknown) => (value === undefined || value === "" ? null : value);
const typed = (value: unknown) =>
  value === null ? "" : value === true ? "on" : value === false ? "" : String(value);
const read = (name: string, value: unknown) => valueText(name, value) ?? "なし";

/** Field by field (D12). `log` is the whole log, in which an entry's index is the version that it made. */
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

export function chosen(form: FormData): void {
  for (const name of FIELDS)
    if (form.get(`choose_${name}`) === "theirs") form.set(name, String(form.get(`theirs_${name}`) ?? ""));
}
