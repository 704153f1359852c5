import type { z } from "zod";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { amongNamesakes, compare, lineTexts, overRecord } from "~/lib/import/import.compare";
import {
  type Checked,
  type CheckedRow,
  intake,
  refuseNonAdmin,
  refuseNonFactoryAdmin,
  type Saving,
  saveEach,
} from "~/lib/import/import.intake.server";
import { byName, shortName, unnamed } from "~/lib/text/company.name";
import { orMissing } from "~/lib/text/field.book";
import { searchKey } from "~/lib/text/fold";
import { collaboratorsOf } from "./collaborator.server";
import { type DestinationRow, destinationImport, placeImport } from "./destination.schema";
import { addDestination, changeDestination, destinationsOf, type NewDestination } from "./destination.server";

type Line = z.output<typeof destinationImport.row>;
type Value = Saving<NewDestination & { factory_id: string }>;

const THEIRS = "お相手の会社が登録した納入先です。変更しません";
const NAMESAKES = "同じ名前の納入先が二つ以上あります。画面で変更してください";

const named = (places: DestinationRow[], { name }: Line) =>
  places.filter((place) => searchKey(place.name) === searchKey(name));

const lineOf = ({
  destination_id: _,
  is_own: __,
  version: ___,
  is_default,
  ...row
}: DestinationRow): Line => ({
  ...orMissing(row),
  is_default: is_default ? "true" : undefined,
});

/** A line beside the place it names, or none. `chosen`: the file names another usual place. */
function beside(
  factory_id: string,
  given: Line,
  row: DestinationRow | undefined,
  fields: Set<string>,
  chosen: boolean,
  mark: string,
) {
  const standing = row && lineOf(row);
  const stays = chosen ? undefined : standing?.is_default;
  const is_default = (given.is_default ?? stays) === "true";
  const line = overRecord(
    { ...given, is_default: is_default ? "true" : undefined } as Line,
    standing,
    fields,
  );
  return compare(
    {
      value: {
        id: row?.destination_id,
        version: row?.version,
        input: { ...line, is_default: line.is_default === "true", factory_id },
      },
      mark,
      shown: lineTexts(destinationImport, line),
    },
    standing && lineTexts(destinationImport, standing),
  );
}

function checkRow(
  factory_id: string,
  given: Line,
  places: DestinationRow[],
  fields: Set<string>,
  chosen: boolean,
): Checked {
  const mark = `${factory_id} ${searchKey(given.name)}`;
  const same = named(places, given);
  const [row, ...more] = same.filter((place) => place.is_own);
  if (!row && same.length > 0) {
    const says = (place: DestinationRow) => beside(factory_id, given, place, fields, false, mark).state;
    return {
      state: "same",
      value: null,
      note: same.some((place) => says(place) === "same") ? undefined : THEIRS,
      mark,
    };
  }
  if (!row || more.length === 0) return beside(factory_id, given, row, fields, chosen, mark);
  const answer = (place: DestinationRow) =>
    beside(factory_id, given, place, fields, chosen, `${mark} ${place.destination_id}`);
  return amongNamesakes([answer(row), ...more.map(answer)], { errors: { name: [NAMESAKES] }, mark });
}

async function checkPlaces(
  db: Tx,
  who: Who,
  factory_id: string,
  rows: CheckedRow<Line>[],
  fields: Set<string>,
): Promise<Checked[]> {
  const places = await destinationsOf(db, factory_id, who.company_id);
  // A place of theirs is not changed, and so chooses nothing.
  const isTheirs = (line: Line) => {
    const same = named(places, line);
    return same.length > 0 && !same.some((place) => place.is_own);
  };
  const usual = rows.filter(({ value }) => value.is_default === "true" && !isTheirs(value));
  return rows.map((row): Checked => {
    if (usual.indexOf(row) > 0)
      return {
        errors: { is_default: [`既定の納入先は会社ごとに一つです（${usual[0]!.line}行目も既定です）`] },
      };
    return checkRow(factory_id, row.value, places, fields, usual.length > 0);
  });
}

const save = saveEach<Value["input"], Value["input"] & { version: number }>(
  (db, who, { factory_id, ...input }) => addDestination(db, who, factory_id, input),
  (db, who, id, { factory_id, ...input }) => changeDestination(db, who, factory_id, id, input),
);

export const destinationIntake = intake<typeof destinationImport.row, Value>({
  of: destinationImport,
  refuse: refuseNonAdmin,
  check: (db, who, rows, fields) => checkPlaces(db, who, who.company_id, rows, fields),
  save,
});

async function buyersOf(db: Tx, who: Who) {
  const buyers = byName((await collaboratorsOf(db, who, "buyer")).filter((buyer) => !buyer.is_stock));
  return (name: string) =>
    buyers.get(searchKey(name)) ?? buyers.get(searchKey(shortName(name.normalize("NFKC"))));
}

export const placeIntake = intake<typeof placeImport.row, Value>({
  of: placeImport,
  refuse: refuseNonFactoryAdmin,

  async check(db, who, rows, fields) {
    const find = await buyersOf(db, who);
    const found = rows.map(({ value: { buyer } }) => find(buyer));
    const answers: Checked[] = found.map((buyer) => ({
      errors: buyer ? ({} as Record<string, string[]>) : { buyer: [unnamed(buyer)] },
    }));
    for (const buyer of new Set(found)) {
      if (!buyer) continue;
      const places = rows.flatMap(({ line, value: { buyer: _, ...value } }, index) =>
        found[index] === buyer ? [{ line, value, index }] : [],
      );
      const checked = await checkPlaces(db, who, buyer.id, places, fields);
      for (const [at, { index }] of places.entries()) {
        const answer = checked[at]!;
        answers[index] =
          "shown" in answer ? { ...answer, shown: { ...answer.shown, buyer: buyer.name } } : answer;
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
