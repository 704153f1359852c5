import { eq } from "drizzle-orm";
import type { z } from "zod";
import { amongNamesakes, compare, lineTexts, overRecord } from "~/lib/import/import.compare";
import {
  type Checked,
  intake,
  refuseNonFactoryAdmin,
  type Saving,
  saveEach,
} from "~/lib/import/import.intake.server";
import { worker } from "~/lib/tables/worker.table.server";
import { orMissing } from "~/lib/text/field.book";
import { searchKey } from "~/lib/text/fold";
import { processesOf } from "./process.server";
import { workerImport } from "./worker.schema";
import { changeWorker, createWorker, type NewWorker } from "./worker.server";

type Line = z.output<typeof workerImport.row>;
type Row = typeof worker.$inferSelect;
type Processes = { group_id: number; label: string }[];

const DOTS = "●●●●";
const NAMESAKES = "同じ氏名の作業者が二人以上います。一覧のCSVにある作業者番号を入力してください";
const UNKNOWN = "この番号の作業者はいません。新しい人は空欄にしてください";

const dutiesText = (processes: Processes, ids: number[]) =>
  ids
    .flatMap((id) => processes.find((factoryProcess) => factoryProcess.group_id === id)?.label ?? [])
    .join("・");

/** '切断・曲げ' as processes, or the first name that is none; a name may hold the dot itself. */
function dutiesOf(text: string, processes: Processes): { group_ids: number[] } | { strange: string } {
  const labelled = (label: string) =>
    processes.find((factoryProcess) => searchKey(factoryProcess.label) === searchKey(label));
  const whole = labelled(text);
  if (whole) return { group_ids: [whole.group_id] };
  const labels = text.split(/\s*[・、,，/]\s*/).filter(Boolean);
  const strange = labels.find((label) => !labelled(label));
  return strange === undefined
    ? { group_ids: [...new Set(labels.map((label) => labelled(label)!.group_id))] }
    : { strange };
}

const lineOf = (
  { worker_id, company_id, username, pin_hash, version, group_ids, is_active, ...row }: Row,
  processes: Processes,
) => ({
  ...orMissing(row),
  duties: dutiesText(processes, group_ids),
  pin: undefined,
  is_active: is_active ? ("true" as const) : ("false" as const),
});

/** A line beside the worker it names, or none; an empty 並び順 or 状態 stays as it is. */
function beside(
  given: Line,
  row: Row | undefined,
  processes: Processes,
  fields: Set<string>,
  mark: string,
): Checked {
  const standing = row && lineOf(row, processes);
  const same = !fields.has("duties") || (given.duties ?? "") === (standing?.duties ?? "");
  const found = same ? { group_ids: row?.group_ids ?? [] } : dutiesOf(given.duties ?? "", processes);
  if ("strange" in found) {
    const labels = processes.map((factoryProcess) => factoryProcess.label).join("・");
    const sentence = `「${found.strange}」は工程にありません。${labels} のどれかにしてください`;
    return { errors: { duties: [sentence] }, mark };
  }
  const filled: Line = {
    ...given,
    duties: dutiesText(processes, found.group_ids),
    sort: given.sort ?? standing?.sort,
    is_active: given.is_active ?? standing?.is_active ?? "true",
  };
  const line = overRecord(filled, standing, fields);
  const { worker_id: _, duties: __, is_active, ...input } = line;
  return compare(
    {
      value: {
        id: row?.worker_id,
        version: row?.version,
        input: {
          ...input,
          ...found,
          username: row?.username ?? undefined,
          clear_pin: false,
          is_active: is_active === "true",
        },
      },
      mark,
      shown: { ...lineTexts(workerImport, line), pin: given.pin ? DOTS : "" },
    },
    standing && lineTexts(workerImport, standing),
    given.pin ? { pin: row?.pin_hash ? DOTS : "" } : {},
  );
}

export const workerIntake = intake<typeof workerImport.row, Saving<NewWorker>>({
  of: workerImport,
  refuse: refuseNonFactoryAdmin,

  async check(db, who, rows, fields) {
    const known = await db.select().from(worker).where(eq(worker.company_id, who.company_id));
    const processes = await processesOf(db, who.company_id);
    return rows.map(({ value: line }): Checked => {
      const name = searchKey(line.name);
      const answer = (row: Row | undefined) =>
        beside(line, row, processes, fields, row ? String(row.worker_id) : name);
      if (line.worker_id !== undefined) {
        const row = known.find(({ worker_id }) => worker_id === line.worker_id);
        return row ? answer(row) : { errors: { worker_id: [UNKNOWN] } };
      }
      const [first, ...more] = known.filter((row) => searchKey(row.name) === name);
      return first
        ? amongNamesakes([answer(first), ...more.map(answer)], { errors: { name: [NAMESAKES] }, mark: name })
        : answer(undefined);
    });
  },
  save: saveEach((db, who, input) => createWorker(db, who.company_id, input), changeWorker),
});
