import type { Column } from "~/lib/list/list.schema";
import { ACTIVITY_LABEL, type ActivityRow } from "~/lib/log/activity.schema";
import { changesOf, noteOf } from "./activity";

export const kindLabel = (kind: string): string => ACTIVITY_LABEL[kind] ?? kind;

export function logOf(log: ActivityRow[], kind: string | null) {
  const kinds = [...new Set(log.map((entry) => entry.kind))].map((one) => ({
    kind: one,
    label: kindLabel(one),
    count: log.filter((entry) => entry.kind === one).length,
  }));
  const asked = kinds.some((one) => one.kind === kind) ? kind : null;
  return {
    entries: log.filter((entry) => asked === null || entry.kind === asked).reverse(),
    kinds,
    kind: asked,
    total: log.length,
  };
}

type Worked = { key: number; worker_name: string | null };

/** On a shared tablet the account names nobody: whoever began, paused, resumed or finished is told. */
const WORKING = ["started", "paused", "resumed", "finished"];

function workersOf({ kind, after }: Pick<ActivityRow, "kind" | "after">, works: Worked[]): string | null {
  if (kind === "moved") return text(after["work.mover"]);
  if (!WORKING.includes(kind)) return null;
  const keys = String(after["work.keys"] ?? "").split(",");
  const names = works.flatMap((one) => (keys.includes(String(one.key)) && one.worker_name) || []);
  return text(after["work.workers"]) ?? text([...new Set(names)].join("、"));
}

const text = (value: unknown): string | null => (typeof value === "string" && value) || null;

export function whoOf(entry: ActivityRow, works: Worked[]): string {
  const worker = workersOf(entry, works);
  if (worker === null || worker === entry.actor_name) return `${entry.actor_name}（${entry.origin}）`;
  return `${worker}（入力 ${entry.actor_name}・${entry.origin}）`;
}

type Line = {
  at: string;
  who: string;
  worker?: string;
  kind: string;
  label: string;
  from: string;
  to: string;
  origin: string;
  note: string;
};

export const LOG_COLUMNS: Column<Line>[] = [
  { name: "at", label: "日時", kind: "datetime" },
  { name: "who", label: "操作者", kind: "text" },
  { name: "worker", label: "作業者", kind: "text" },
  { name: "kind", label: "種類", kind: "text" },
  { name: "label", label: "項目", kind: "text" },
  { name: "from", label: "変更前", kind: "text" },
  { name: "to", label: "変更後", kind: "text" },
  { name: "origin", label: "端末", kind: "text" },
  { name: "note", label: "理由", kind: "text" },
];

export function logLines(entries: ActivityRow[], works: Worked[] = []): Line[] {
  return entries.flatMap((entry) => {
    const changes = entry.kind === "created" ? [] : changesOf(entry);
    return (changes.length > 0 ? changes : [{ label: "" }]).map(
      ({ label, from = "", to = "" }: { label: string; from?: string; to?: string }) => ({
        at: entry.at,
        who: entry.actor_name,
        worker: workersOf(entry, works) ?? "",
        kind: kindLabel(entry.kind),
        label,
        from,
        to,
        origin: entry.origin,
        note: noteOf(entry) ?? "",
      }),
    );
  });
}
