import type { z } from "zod";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { amongNamesakes, compare, mergeLine, textsOf } from "~/lib/import/import.compare";
import {
  type Checked,
  type CheckedRow,
  intake,
  refuseNonAdmin,
  refuseNonFactoryAdmin,
} from "~/lib/import/import.intake.server";
import { byName, shortName, unnamed } from "~/lib/text/company.name";
import { searchKey } from "~/lib/text/fold";
import { collaboratorsOf } from "./collaborator.server";
import { addDestination, changeDestination } from "./destination.edit.server";
import { destinationImport, placeImport } from "./destination.import";
import type { DestinationRow, destinationInput } from "./destination.schema";
import { destinationsOf } from "./destination.server";

type Line = z.output<typeof destinationImport.row>;
type Value = {
  factory_id: string;
  destination_id?: number;
  version?: number;
  input: z.output<typeof destinationInput>;
};

const NAMES = ["name", "postal_code", "address", "person", "tel", "hours", "note"] as const;
const THEIRS = "お相手の会社が登録した納入先です。変更しません";

/**
 * One row beside the places known of its company. `chosen`: the file names a usual place, so that the others
 * no longer are.
 */
function checkRow(
  factory_id: string,
  given: Line,
  places: DestinationRow[],
  fields: Set<string>,
  chosen: boolean,
): Checked {
  const mark = `${factory_id} ${searchKey(given.name)}`;
  const same = named(places, given);
  const [row, ...more] = same.filter((one) => one.is_own);
  if (more.length === 0)
    return row || same.length === 0
      ? beside(factory_id, given, row, fields, chosen, mark)
      : {
          state: "same",
          value: null,
          note: same.some((one) => saysAll(given, one, fields)) ? undefined : THEIRS,
          mark,
        };
  const answer = (one: DestinationRow) =>
    beside(factory_id, given, one, fields, chosen, `${mark} ${one.destination_id}`);
  return amongNamesakes([answer(row!), ...more.map(answer)], {
    errors: { name: ["同じ名前の納入先が二つ以上あります。画面で変更してください"] },
    mark,
  });
}

const named = (places: DestinationRow[], { name }: { name: string }) =>
  places.filter((one) => searchKey(one.name) === searchKey(name));
const saysAll = (line: Line, row: DestinationRow, fields: Set<string>) =>
  NAMES.every((name) => !fields.has(name) || (line[name] ?? null) === row[name]) &&
  (!line.is_default || (line.is_default === "true") === row.is_default);

function beside(
  factory_id: string,
  given: Line,
  row: DestinationRow | undefined,
  fields: Set<string>,
  chosen: boolean,
  mark: string,
): Checked {
  const { is_default: said, ...line } = given;
  const is_default = said ? said === "true" : !chosen && (row?.is_default ?? false);
  const input = { ...mergeLine(line, row, NAMES, fields), is_default };
  const texts = (values: Value["input"] | DestinationRow) => ({
    ...textsOf(destinationImport, NAMES, values),
    is_default: values.is_default ? "既定" : "",
  });
  return compare(
    {
      value: { factory_id, destination_id: row?.destination_id, version: row?.version, input },
      mark,
      shown: texts(input),
    },
    row && texts(row),
  );
}

/** The rows of one company. */
async function checkPlaces(
  db: Tx,
  who: Who,
  factory_id: string,
  rows: CheckedRow<Line>[],
  fields: Set<string>,
): Promise<Checked[]> {
  const places = await destinationsOf(db, factory_id, who.company_id);
  // A place of theirs is not changed, and so chooses nothing.
  const theirs = (value: Line) => {
    const same = named(places, value);
    return same.length > 0 && !same.some((one) => one.is_own);
  };
  const usual = rows.filter(({ value }) => value.is_default === "true" && !theirs(value));
  return rows.map((row): Checked => {
    if (usual.indexOf(row) > 0)
      return {
        errors: { is_default: [`既定の納入先は会社ごとに一つです（${usual[0]!.line}行目も既定です）`] },
      };
    return checkRow(factory_id, row.value, places, fields, usual.length > 0);
  });
}

async function save(db: Tx, who: Who, rows: CheckedRow<Value>[]): Promise<void> {
  for (const {
    value: { factory_id, destination_id, version, input },
  } of rows) {
    if (destination_id === undefined) await addDestination(db, who, factory_id, input);
    else await changeDestination(db, who, factory_id, destination_id, { ...input, version: version! });
  }
}

export const destinationIntake = intake<typeof destinationImport.row, Value>({
  of: destinationImport,
  refuse: refuseNonAdmin,
  check: (db, who, rows, fields) => checkPlaces(db, who, who.company_id, rows, fields),
  save,
});

async function buyersOf(db: Tx, who: Who) {
  const buyers = byName((await collaboratorsOf(db, who, "buyer")).filter((one) => !one.is_stock));
  return (name: string) =>
    buyers.get(searchKey(name)) ?? buyers.get(searchKey(shortName(name.normalize("NFKC"))));
}

export const placeIntake = intake<typeof placeImport.row, Value>({
  of: placeImport,
  refuse: refuseNonFactoryAdmin,

  async check(db, who, rows, fields) {
    const find = await buyersOf(db, who);
    const found = rows.map(({ value: { buyer } }) => find(buyer));
    const answers: Checked[] = found.map((of) => ({
      errors: of ? ({} as Record<string, string[]>) : { buyer: [unnamed(of)] },
    }));
    for (const of of new Set(found)) {
      if (!of) continue;
      const places = rows.flatMap(({ line, value: { buyer: _, ...value } }, index) =>
        found[index] === of ? [{ line, value, index }] : [],
      );
      const checked = await checkPlaces(db, who, of.id, places, fields);
      for (const [at, { index }] of places.entries()) {
        const answer = checked[at]!;
        answers[index] =
          "shown" in answer ? { ...answer, shown: { ...answer.shown, buyer: of.name } } : answer;
      }
    }
    return answers;
  },
  async look(db, who, rows) {
    const find = await buyersOf(db, who);
    return rows.map(({ value: { buyer } }): Record<string, string[]> => {
      const found = buyer === undefined ? undefined : find(buyer);
      return buyer === undefined || found ? {} : { buyer: [unnamed(found)] };
    });
  },
  save,
});
