import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { intake, type Checked } from "~/lib/import/import.intake.server";
import { searchKey } from "~/lib/text/fold";
import { workerImport } from "./worker.import";
import { COLOUR_LABEL, type Colour } from "./worker.schema";
import { activateWorkers, changeWorker, createWorker } from "./worker.server";
import { worker } from "./worker.table.server";

type Line = z.output<typeof workerImport.row>;
type Value = { worker_id?: number; version?: number; is_active: boolean; line: Omit<Line, "is_active"> };

const NAMES = ["name", "kana", "group_name", "colour", "sort"] as const;
const words = (name: string, value: unknown) => (value === null || value === undefined ? "" : name === "colour" ? COLOUR_LABEL[value as Colour]
  : String(value));

export const workerIntake = intake<typeof workerImport.row, Value>({
  of: workerImport,
  refuse: (who) => (who.company_type !== "seller" ? "この操作をする権限がありません。" : who.is_admin ? null : "管理者だけができる操作です。"),

  async check(db, who, rows, fields) {
    const known = await db.select().from(worker).where(eq(worker.company_id, who.company_id));
    return rows.map(({ value: { is_active: active, ...line } }): Checked => {
      const mark = searchKey(line.name);
      const same = known.filter((one) => searchKey(one.name) === mark);
      if (same.length > 1) return { errors: { name: ["同じ氏名の作業者が二人以上います。画面で変更してください"] }, mark };
      const row = same[0];
      const is_active = active === undefined ? row?.is_active ?? true : active === "true";
      const shown = { pin: line.pin ? "●●●●" : "", is_active: is_active ? "有効" : "無効" };
      if (!row) return { state: "new", value: { is_active, line }, shown, mark };
      const kept = Object.fromEntries(NAMES.map((name) => [name, fields.has(name) && (name !== "sort" || line.sort !== undefined) ? line[name]
        : row[name] ?? undefined]));
      const after = { ...line, ...kept } as Omit<Line, "is_active">;
      const before = Object.fromEntries(NAMES.filter((name) => (after[name] ?? null) !== row[name]).map((name) => [name, words(name, row[name])]));
      if (is_active !== row.is_active) before.is_active = row.is_active ? "有効" : "無効";
      if (after.pin) before.pin = row.pin_hash ? "●●●●" : "";
      const value = { worker_id: row.worker_id, version: row.version, is_active, line: after };
      return { state: Object.keys(before).length > 0 ? "changed" : "same", value, before, mark,
        shown: { ...shown, ...Object.fromEntries(NAMES.map((name) => [name, words(name, after[name])])) } };
    });
  },

  async save(db, who, rows) {
    for (const { value: { worker_id, version, is_active, line } } of rows) {
      if (worker_id !== undefined) {
        const [row] = await db.select().from(worker).where(and(eq(worker.worker_id, worker_id), eq(worker.company_id, who.company_id)));
        await changeWorker(db, who, worker_id, { ...line, group_ids: row?.group_ids ?? [], username: row?.username ?? undefined, clear_pin: false, is_active,
          version: version! });
      }
      else {
        const made = await createWorker(db, who.company_id, { ...line, group_ids: [], username: undefined, clear_pin: false });
        if (!is_active) await activateWorkers(db, who, [made.worker_id], false);
      }
    }
  },
});
