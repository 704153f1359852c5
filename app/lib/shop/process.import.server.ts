import type { z } from "zod";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { compare, mergeLine, textsOf } from "~/lib/import/import.compare";
import {
  allValid,
  asPartial,
  type Checked,
  intake,
  type PartialRow,
  refuseNonFactoryAdmin,
} from "~/lib/import/import.intake.server";
import { collaboratorsOf } from "~/lib/partner/collaborator.server";
import { searchKey } from "~/lib/text/fold";
import { type Role } from "~/lib/vocabulary/card.schema";
import { lanesOf, lanesText } from "./meta.form";
import { processImport } from "./meta.import";
import type { BoardMeta } from "./meta.schema";
import { boardMetaOf } from "./meta.server";
import { changeProcesses } from "./process.change.server";

type Line = z.output<typeof processImport.row>;
type ProcessRow = BoardMeta["processes"][number];
const STANDING = ["colour", "lanes", "standard_days", "hourly_rate", "default_collab_id"] as const;
type Value = Omit<Line, "is_hidden" | "runs_unmanned" | "role"> &
  Pick<ProcessRow, "is_hidden" | "runs_unmanned"> & { group_id?: number; role: Role };

const partnersOf = async (db: Tx, who: Who) =>
  (await collaboratorsOf(db, who, "seller")).map(({ id, name }) => ({ id, name }));
type Partners = Awaited<ReturnType<typeof partnersOf>>;

function wrongs(
  half: PartialRow<Line>,
  row: ProcessRow | undefined,
  inbox: ProcessRow | undefined,
  partners: Partners,
): Record<string, string[]> {
  const { value: line } = half;
  const errors: Record<string, string[]> = {};
  const role = line.role ?? row?.role;
  if (!role && allValid(half, "role", "label")) errors.role = ["新しい工程の役割を入力してください"];
  if (role === "inbox" && inbox && inbox.group_id !== row?.group_id)
    errors.role = [`「新規依頼」の工程は1つだけです（今は「${inbox.label}」です）`];
  if (row?.role === "inbox" && role !== "inbox") errors.role = ["「新規依頼」の工程の役割は変えられません"];
  const wanted = line.default_collab_id;
  if (wanted && !partners.some((one) => searchKey(one.name) === searchKey(wanted)))
    errors.default_collab_id = ["取引のある協力会社の会社名を入力してください"];
  return errors;
}

function meant(line: Line, row: ProcessRow | undefined, partners: Partners, fields: Set<string>): Value {
  const collab = partners.find(
    (one) => line.default_collab_id && searchKey(one.name) === searchKey(line.default_collab_id),
  )?.id;
  const given = { ...line, default_collab_id: collab };
  return {
    ...mergeLine(given, row && asValue(row), STANDING, fields),
    group_id: row?.group_id,
    role: line.role ?? row!.role,
    sort: line.sort ?? row?.sort,
    is_hidden: line.is_hidden ? line.is_hidden === "hide" : (row?.is_hidden ?? false),
    runs_unmanned: line.runs_unmanned ? line.runs_unmanned === "on" : (row?.runs_unmanned ?? false),
  };
}

const cellsOf = (one: Value, partners: Partners): Record<string, string> => ({
  ...textsOf(
    processImport,
    ["sort", "label", "role", "colour", "lanes", "standard_days", "hourly_rate"],
    one,
  ),
  is_hidden: one.is_hidden ? "しない" : "する",
  runs_unmanned: one.runs_unmanned ? "あり" : "なし",
  default_collab_id: partners.find((row) => row.id === one.default_collab_id)?.name ?? "",
});

const asValue = (row: ProcessRow): Value => ({
  ...row,
  colour: row.colour ?? undefined,
  lanes: lanesText(row),
  standard_days: row.standard_days ?? undefined,
  hourly_rate: row.hourly_rate ?? undefined,
  default_collab_id: row.default_collab_id ?? undefined,
});

export const processIntake = intake<typeof processImport.row, Value>({
  of: processImport,
  refuse: refuseNonFactoryAdmin,

  async check(db, who, rows, fields) {
    const [{ processes }, partners] = [await boardMetaOf(db, who), await partnersOf(db, who)];
    const inbox = processes.find((one) => one.role === "inbox");
    return rows.map((given): Checked => {
      const { value: line } = given;
      const mark = searchKey(line.label);
      const row = processes.find((one) => searchKey(one.label) === mark);
      const errors = wrongs(asPartial(given), row, inbox, partners);
      if (Object.keys(errors).length > 0) return { errors, mark };
      const value = meant(line, row, partners, fields);
      const shown = cellsOf(value, partners);
      return compare({ value, mark, shown }, row && cellsOf(asValue(row), partners));
    });
  },

  async look(db, who, rows) {
    const [{ processes }, partners] = [await boardMetaOf(db, who), await partnersOf(db, who)];
    const named = ({ label }: Partial<Line>) =>
      processes.find((one) => label !== undefined && searchKey(one.label) === searchKey(label));
    return rows.map((half) =>
      wrongs(
        half,
        named(half.value),
        processes.find((one) => one.role === "inbox"),
        partners,
      ),
    );
  },

  async save(db, who, rows) {
    const { version, processes } = await boardMetaOf(db, who);
    const most = processes.length + rows.filter(({ state }) => state === "new").length;
    refuseIf(most > 60 ? "工程は60までです。行を減らしてください。" : null);
    const kept = processes.map(
      (one) => rows.find(({ value }) => value.group_id === one.group_id)?.value ?? asValue(one),
    );
    const all = [
      ...kept,
      ...rows.map(({ value }) => value).filter((value) => value.group_id === undefined),
    ].sort((a, b) => (a.sort ?? 1e9) - (b.sort ?? 1e9));
    await changeProcesses(db, who, {
      version,
      processes: all.map(({ sort: _, lanes, ...one }) => ({
        ...one,
        lanes: lanesOf(lanes, processes.find((row) => row.group_id === one.group_id)?.lanes ?? []),
      })),
    });
  },
});
