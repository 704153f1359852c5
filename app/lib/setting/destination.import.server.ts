import type { z } from "zod";
import type { Who } from "~/lib/auth/who";
import type { Tx } from "~/lib/db/connection.server";
import { intake, type Checked, type Given } from "~/lib/import/import.intake.server";
import { byName } from "~/lib/task/card.import.server";
import { shortName } from "~/lib/task/card";
import { searchKey } from "~/lib/text/fold";
import { collaboratorsOf } from "./collaborator.server";
import { addDestination, changeDestination } from "./destination.edit.server";
import { destinationImport, placeImport } from "./destination.import";
import type { destinationInput, DestinationRow } from "./destination.schema";
import { destinationsOf } from "./destination.server";

type Line = z.output<typeof destinationImport.row>;
type Value = { factory_id: string; destination_id?: number; version?: number; input: z.output<typeof destinationInput> };

const NAMES = ["name", "postal_code", "address", "person", "tel", "hours", "note"] as const;
const THEIRS = "お相手の会社が登録した納入先です。変更しません";

/** One row beside the places known of its company. `chosen`: the file names a usual place, so that the others no longer are. */
function checkRow(factory_id: string, { is_default: said, ...line }: Line, places: DestinationRow[], fields: Set<string>, chosen: boolean): Checked {
  const mark = `${factory_id} ${searchKey(line.name)}`;
  const same = places.filter((one) => searchKey(one.name) === searchKey(line.name));
  const own = same.filter((one) => one.is_own);
  if (own.length > 1) return { errors: { name: ["同じ名前の納入先が二つ以上あります。画面で変更してください"] }, mark };
  const row = own[0];
  if (!row && same.length > 0) return { state: "same", value: null, note: THEIRS, mark };
  const is_default = said ? said === "true" : !chosen && (row?.is_default ?? false);
  const kept = Object.fromEntries(NAMES.map((name) => [name, fields.has(name) || !row ? line[name] : row[name] ?? undefined]));
  const input = { ...line, ...kept, is_default } as Value["input"];
  const shown = { ...Object.fromEntries(NAMES.map((name) => [name, input[name] ?? ""])), is_default: is_default ? "既定" : "" };
  if (!row) return { state: "new", value: { factory_id, input }, shown, mark };
  const before: Record<string, string> = Object.fromEntries(NAMES.filter((name) => (input[name] ?? null) !== row[name]).map((name) => [name, row[name] ?? ""]));
  if (is_default !== row.is_default) before.is_default = row.is_default ? "既定" : "";
  const value = { factory_id, destination_id: row.destination_id, version: row.version, input };
  return { state: Object.keys(before).length > 0 ? "changed" : "same", value, shown, before, mark };
}

/** The rows of one company. */
async function checkPlaces(db: Tx, who: Who, factory_id: string, rows: Given<Line>[], fields: Set<string>): Promise<Checked[]> {
  const places = await destinationsOf(db, factory_id, who.company_id);
  const usual = rows.filter(({ value }) => value.is_default === "true");
  return rows.map((row): Checked => {
    if (usual.indexOf(row) > 0) return { errors: { is_default: [`既定の納入先は会社ごとに一つです（${usual[0]!.line}行目も既定です）`] } };
    return checkRow(factory_id, row.value, places, fields, usual.length > 0);
  });
}

async function save(db: Tx, who: Who, rows: Given<Value>[]): Promise<void> {
  for (const { value: { factory_id, destination_id, version, input } } of rows) {
    if (destination_id === undefined) await addDestination(db, who, factory_id, input);
    else await changeDestination(db, who, factory_id, destination_id, { ...input, version: version! });
  }
}

const forAdmins = (who: Who) => (who.is_admin ? null : "管理者だけができる操作です。");

export const destinationIntake = intake<typeof destinationImport.row, Value>({
  of: destinationImport,
  refuse: forAdmins,
  check: (db, who, rows, fields) => checkPlaces(db, who, who.company_id, rows, fields),
  save,
});

const UNKNOWN = { buyer: ["依頼元一覧にありません。会社名を確かめてください"] };

async function buyersOf(db: Tx, who: Who) {
  const buyers = byName((await collaboratorsOf(db, who, "buyer")).filter((one) => !one.is_stock));
  return (name: string) => buyers.get(searchKey(name)) ?? buyers.get(searchKey(shortName(name.normalize("NFKC")))) ?? null;
}

export const placeIntake = intake<typeof placeImport.row, Value>({
  of: placeImport,
  refuse: (who) => (who.company_type !== "seller" ? "この操作をする権限がありません。" : forAdmins(who)),

  async check(db, who, rows, fields) {
    const find = await buyersOf(db, who);
    const found = rows.map(({ value: { buyer } }) => find(buyer));
    const answers: Checked[] = found.map(() => ({ errors: UNKNOWN }));
    for (const of of new Set(found)) {
      if (!of) continue;
      const places = rows.flatMap(({ line, value: { buyer: _, ...value } }, index) => (found[index] === of ? [{ line, value, index }] : []));
      const checked = await checkPlaces(db, who, of.id, places, fields);
      for (const [at, { index }] of places.entries()) {
        const answer = checked[at]!;
        answers[index] = "shown" in answer ? { ...answer, shown: { ...answer.shown, buyer: of.name } } : answer;
      }
    }
    return answers;
  },
  async look(db, who, rows) {
    const find = await buyersOf(db, who);
    return rows.map(({ value: { buyer } }) => (buyer !== undefined && !find(buyer) ? UNKNOWN : {}));
  },
  save,
});
