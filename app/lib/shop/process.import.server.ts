import type { z } from "zod";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import {
  allValid,
  asPartial,
  type Checked,
  intake,
  type PartialRow,
} from "~/lib/import/import.intake.server";
import { collaboratorsOf } from "~/lib/partner/collaborator.server";
import { searchKey } from "~/lib/text/fold";
import { ROLE_LABEL, type Role } from "~/lib/vocabulary/card.schema";
import { COLOUR_LABEL, type Colour } from "~/lib/vocabulary/colour";
import { lanesOf, lanesText } from "./meta.form";
import { processImport } from "./meta.import";
import type { BoardMeta } from "./meta.schema";
import { boardMetaOf, changeProcesses } from "./meta.server";

type Line = z.output<typeof processImport.row>;
type ProcessRow = BoardMeta["processes"][number];
type Value = Omit<Line, "is_hidden" | "role"> & { group_id?: number; role: Role; is_hidden: boolean };

/** Who may change メタ情報 by a file. */
export const refuseMeta = (who: Who): string | null =>
  who.company_type !== "seller"
    ? "この操作をする権限がありません。"
    : who.is_admin
      ? null
      : "管理者だけができる操作です。";

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

/** The row as it will be: what the file has no column for stays. */
function meant(line: Line, row: ProcessRow | undefined, partners: Partners, fields: Set<string>): Value {
  const collab = partners.find(
    (one) => line.default_collab_id && searchKey(one.name) === searchKey(line.default_collab_id),
  )?.id;
  const own = <T>(field: keyof Line, given: T, kept: T): T => (fields.has(field) ? given : kept);
  return {
    group_id: row?.group_id,
    label: line.label,
    role: line.role ?? row!.role,
    sort: line.sort ?? row?.sort,
    colour: own("colour", line.colour, row?.colour ?? undefined),
    lanes: own("lanes", line.lanes, row && lanesText(row)),
    is_hidden: line.is_hidden ? line.is_hidden === "hide" : (row?.is_hidden ?? false),
    standard_days: own("standard_days", line.standard_days, row?.standard_days ?? undefined),
    default_collab_id: own("default_collab_id", collab, row?.default_collab_id ?? undefined),
  };
}

const cellsOf = (
  one: Omit<Value, "lanes"> & { lanes?: string },
  partners: Partners,
): Record<string, string> => ({
  sort: one.sort === undefined ? "" : String(one.sort),
  label: one.label,
  role: ROLE_LABEL[one.role],
  colour: one.colour ? COLOUR_LABEL[one.colour as Colour] : "",
  lanes: one.lanes ?? "",
  is_hidden: one.is_hidden ? "しない" : "する",
  standard_days: one.standard_days === undefined ? "" : String(one.standard_days),
  default_collab_id: partners.find((row) => row.id === one.default_collab_id)?.name ?? "",
});

const asValue = (row: ProcessRow): Value & { lanes?: string } => ({
  ...row,
  colour: row.colour ?? undefined,
  lanes: lanesText(row),
  standard_days: row.standard_days ?? undefined,
  default_collab_id: row.default_collab_id ?? undefined,
});

export const processIntake = intake<typeof processImport.row, Value>({
  of: processImport,
  refuse: refuseMeta,

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
      if (!row) return { state: "new", value, shown, mark };
      const now = cellsOf(asValue(row), partners);
      const before = Object.fromEntries(Object.entries(now).filter(([name, text]) => shown[name] !== text));
      return { state: Object.keys(before).length > 0 ? "changed" : "same", value, shown, before, mark };
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

  /** Those of the file take their place among those that are there. */
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
