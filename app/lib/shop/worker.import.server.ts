import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { amongNamesakes, compare, mergeLine, textsOf } from "~/lib/import/import.compare";
import { type Checked, intake, refuseNonFactoryAdmin } from "~/lib/import/import.intake.server";
import { worker } from "~/lib/tables/worker.table.server";
import { searchKey } from "~/lib/text/fold";
import { processesOf } from "./process.server";
import { workerImport } from "./worker.import";
import { activateWorkers, changeWorker, createWorker } from "./worker.server";

type Line = z.output<typeof workerImport.row>;
type Given = Omit<Line, "is_active" | "duties" | "worker_id">;
type Value = { worker_id?: number; version?: number; is_active: boolean; line: Given; group_ids: number[] };
type Row = typeof worker.$inferSelect;
type Processes = { group_id: number; label: string }[];

const NAMES = ["name", "kana", "group_name", "colour", "sort"] as const;
const DOTS = "●●●●";

const dutiesText = (processes: Processes, ids: number[]) =>
  ids.flatMap((id) => processes.find((one) => one.group_id === id)?.label ?? []).join("・");

/** '切断・曲げ' as processes, or the first name that is none; a name may hold the dot itself. */
function dutiesOf(text: string, processes: Processes): { group_ids: number[] } | { strange: string } {
  const of = (label: string) => processes.find((one) => searchKey(one.label) === searchKey(label));
  const whole = of(text);
  if (whole) return { group_ids: [whole.group_id] };
  const labels = text.split(/\s*[・、,，/]\s*/).filter(Boolean);
  const strange = labels.find((label) => !of(label));
  return strange === undefined
    ? { group_ids: [...new Set(labels.map((label) => of(label)!.group_id))] }
    : { strange };
}

/** A line beside the worker it names, or none. */
function beside(
  given: Line,
  row: Row | undefined,
  processes: Processes,
  fields: Set<string>,
  mark: string,
): Checked {
  const { is_active: active, duties, worker_id: _, ...line } = given;
  const is_active = active === undefined ? (row?.is_active ?? true) : active === "true";
  const known = row?.group_ids ?? [];
  const stands = !fields.has("duties") || (duties ?? "") === dutiesText(processes, known);
  const found = stands ? { group_ids: known } : dutiesOf(duties ?? "", processes);
  if ("strange" in found) {
    return {
      errors: {
        duties: [
          `「${found.strange}」は工程にありません。${processes.map((one) => one.label).join("・")} のどれかにしてください`,
        ],
      },
      mark,
    };
  }
  const { group_ids } = found;
  // An empty place in the order stays as it is.
  const given_fields = new Set([...fields].filter((name) => name !== "sort" || line.sort !== undefined));
  const after = mergeLine(line, row, NAMES, given_fields);
  const texts = (values: typeof line | Row, active: boolean, ids: number[]) => ({
    ...textsOf(workerImport, NAMES, values),
    is_active: active ? "有効" : "無効",
    duties: dutiesText(processes, ids),
  });
  return compare(
    {
      value: { worker_id: row?.worker_id, version: row?.version, is_active, line: after, group_ids },
      mark,
      shown: { ...texts(after, is_active, group_ids), pin: line.pin ? DOTS : "" },
    },
    row && texts(row, row.is_active, row.group_ids),
    line.pin ? { pin: row?.pin_hash ? DOTS : "" } : {},
  );
}

const NAMESAKES = "同じ氏名の作業者が二人以上います。一覧のCSVにある作業者番号を入力してください";

export const workerIntake = intake<typeof workerImport.row, Value>({
  of: workerImport,
  refuse: refuseNonFactoryAdmin,

  async check(db, who, rows, fields) {
    const known = await db.select().from(worker).where(eq(worker.company_id, who.company_id));
    const processes = await processesOf(db, who.company_id);
    return rows.map(({ value: line }): Checked => {
      const name = searchKey(line.name);
      const named = known.filter((one) => searchKey(one.name) === name);
      const mark = (row: Row | undefined) => (row ? String(row.worker_id) : name);
      const told = (row: Row | undefined) => beside(line, row, processes, fields, mark(row));
      if (line.worker_id !== undefined) {
        const row = known.find((one) => one.worker_id === line.worker_id);
        return row
          ? told(row)
          : { errors: { worker_id: ["この番号の作業者はいません。新しい人は空欄にしてください"] } };
      }
      const [first, ...more] = named;
      return first
        ? amongNamesakes([told(first), ...more.map(told)], { errors: { name: [NAMESAKES] }, mark: name })
        : told(undefined);
    });
  },

  async save(db, who, rows) {
    for (const {
      value: { worker_id, version, is_active, line, group_ids },
    } of rows) {
      if (worker_id !== undefined) {
        const [row] = await db
          .select()
          .from(worker)
          .where(and(eq(worker.worker_id, worker_id), eq(worker.company_id, who.company_id)));
        await changeWorker(db, who, worker_id, {
          ...line,
          group_ids,
          username: row?.username ?? undefined,
          clear_pin: false,
          is_active,
          version: version!,
        });
      } else {
        const made = await createWorker(db, who.company_id, {
          ...line,
          group_ids,
          username: undefined,
          clear_pin: false,
        });
        if (!is_active) await activateWorkers(db, who, [made.worker_id], false);
      }
    }
  },
});
