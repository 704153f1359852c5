import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { decimal, milli } from "~/lib/money/decimal";
import { tokyoDate } from "~/lib/time/date";
import type { Stored } from "~/lib/vocabulary/file";
import {
  concessionProblem,
  dateProblems,
  isGoods,
  pendingItems,
  rowLabel,
  rowText,
  tooManyProblem,
} from "./inspection";
import { keepPhotos, photoProblem } from "./inspection.photo.server";
import type { Differing, GivenLine, Inspecting } from "./inspection.schema";
import { addRows, type Goods, lockGoods, type NewRow, refuseNotBuyer } from "./inspection.write.server";

type Line = Goods["lines"][number];
type Errors = Record<string, string[]>;

function daysOf(who: Who, { note }: Goods, given: { received_date?: string; inspected_date?: string }) {
  const today = tokyoDate(who.now);
  const inspected_date = given.inspected_date ?? today;
  const arrived = note.delivery_date < inspected_date ? note.delivery_date : inspected_date;
  const received_date = given.received_date ?? arrived;
  const days = { received_date, inspected_date };
  const { number, delivery_date, issued_time } = note;
  const told = { number, delivery_date, issued_date: tokyoDate(issued_time) };
  const errors = dateProblems({ ...days, today, note: told });
  if (given.received_date === undefined && errors.inspected_date) delete errors.received_date;
  return { ...days, errors };
}

function lineProblems(
  line: Line,
  given: Pick<GivenLine, "num_accepted"> & Partial<Differing>,
  counted: "num_accepted" | "num_rejected",
): Errors {
  const errors: Errors = {};
  const add = (field: string, sentence: string | null) => sentence && (errors[field] ??= []).push(sentence);
  const num_rejected = given.num_rejected ?? "0";
  add(counted, tooManyProblem(line, { num_accepted: given.num_accepted ?? "0", num_rejected }));
  if (milli(num_rejected) === 0n) return errors;
  if (!given.treatment) add("treatment", "処置を選択してください");
  if (!given.cause) add("cause", "原因を選択してください");
  if (!given.words) add("words", "不合格の内容を入力してください");
  if (given.treatment === "concession")
    add("unit_price", concessionProblem(given.unit_price, line.unit_price));
  else if (given.unit_price !== undefined) add("unit_price", "単価は、処置が特採のときだけ入力してください");
  return errors;
}

function unrejected(line: Line, { num_rejected = "0" }: GivenLine): string {
  const left = milli(pendingItems(line)) - milli(num_rejected);
  return decimal(left > 0n ? left : 0n);
}

const at = (name: string, errors: Errors): Errors =>
  Object.fromEntries(Object.entries(errors).map(([field, sentences]) => [`${name}.${field}`, sentences]));

function rowOf(given: GivenLine, days: Pick<NewRow, "received_date" | "inspected_date">): NewRow {
  const {
    line_no,
    num_accepted = "0",
    num_rejected = "0",
    difference,
    treatment,
    cause,
    unit_price,
    words,
  } = given;
  const rejects = milli(num_rejected) > 0n;
  return {
    ...days,
    kind: "inspected",
    line_no,
    num_accepted,
    num_rejected,
    difference: rejects ? (difference ?? "quality") : null,
    treatment: (rejects && treatment) || null,
    cause: (rejects && cause) || null,
    unit_price: (rejects && unit_price) || null,
    words,
  };
}

const summaryOf = (lines: Line[], rows: NewRow[]) => {
  const texts = rows.map((row) => {
    const line = lines.find(({ line_no }) => line_no === row.line_no)!;
    const { num_accepted = "0", num_rejected = "0", treatment = null, unit_price = null } = row;
    return `${line.name}: ${rowText({ num_accepted, num_rejected, treatment, unit_price })}`;
  });
  const first = texts.slice(0, 3).join("、");
  return texts.length > 3 ? `${first} 他${texts.length - 3}件` : first;
};

/** 検収 of several lines, with their photos; `rest` accepts what no line speaks of. */
export async function inspectDelivery(
  db: Tx,
  who: Who,
  key: number,
  input: Inspecting,
  stored: Stored[] = [],
) {
  const goods = await lockGoods(db, key, input.version);
  refuseNotBuyer(who, goods);
  const { errors, ...days } = daysOf(who, goods, input);
  const given: GivenLine[] = [];
  input.lines.forEach((asked, index) => {
    const found = goods.lines.find((one) => one.line_no === asked.line_no && isGoods(one));
    if (!found) throw notFound("明細");
    const line = { ...asked, num_accepted: asked.num_accepted ?? unrejected(found, asked) };
    const counts = milli(line.num_accepted) + milli(line.num_rejected ?? "0") > 0n;
    if (counts && !asked.skip) {
      given.push(line);
      Object.assign(
        errors,
        at(
          `lines[${index}]`,
          lineProblems(found, line, asked.num_accepted === undefined ? "num_rejected" : "num_accepted"),
        ),
      );
    }
    if (input.lines.findIndex((one) => one.line_no === line.line_no) < index)
      errors[`lines[${index}].line_no`] = ["同じ明細が2回あります"];
  });
  if (Object.keys(errors).length > 0) throw new Refusal(422, "入力内容を確認してください。", errors);
  const rest = input.rest
    ? goods.lines.filter(
        (line) =>
          isGoods(line) &&
          milli(pendingItems(line)) > 0n &&
          !input.lines.some(({ line_no }) => line_no === line.line_no),
      )
    : [];
  const rows = [
    ...given.map((line) => rowOf(line, days)),
    ...rest.map((line) =>
      rowOf({ line_no: line.line_no, num_accepted: pendingItems(line) } as GivenLine, days),
    ),
  ];
  if (rows.length === 0)
    throw new Refusal(
      409,
      input.rest ? "検収待ちの明細はありません。" : "合格数か不合格数を入力してください。",
    );
  const kind = rows.some((row) => row.treatment) ? "difference" : "inspected";
  const photo_lines = input.photo_lines ?? [];
  const problem = photoProblem(photo_lines, stored.length, rows);
  if (problem) throw new Refusal(422, "入力内容を確認してください。", { files: [problem] });
  const made = await addRows(db, who, goods, rows, kind, summaryOf(goods.lines, rows));
  for (const [index, { line_no }] of rows.entries()) {
    const photos = stored.filter((_, one) => photo_lines[one] === line_no);
    await keepPhotos(db, who, goods, made.keys[index]!, photos);
  }
  return made;
}

/** 差異を連絡: of one line, with photos. */
export async function reportDifference(db: Tx, who: Who, key: number, input: Differing, stored: Stored[]) {
  const goods = await lockGoods(db, key, input.version);
  refuseNotBuyer(who, goods);
  const line = goods.lines.find((one) => one.line_no === input.line_no && isGoods(one));
  if (!line) throw notFound("明細");
  const { errors, ...days } = daysOf(who, goods, input);
  const row: NewRow =
    input.difference === "price"
      ? {
          ...days,
          kind: "price",
          line_no: line.line_no,
          difference: "price",
          unit_price: input.unit_price,
          words: input.words,
        }
      : rowOf({ ...input, difference: input.difference, num_accepted: undefined, skip: false }, days);
  if (input.difference === "price") {
    if (input.unit_price === undefined) errors.unit_price = ["正しいと考える単価を入力してください"];
  } else if (milli(input.num_rejected ?? "0") === 0n) {
    errors.num_rejected = ["不合格または不足の数を入力してください"];
  } else Object.assign(errors, lineProblems(line, { ...input, num_accepted: undefined }, "num_rejected"));
  if (Object.keys(errors).length > 0) throw new Refusal(422, "入力内容を確認してください。", errors);
  const label = rowLabel({ kind: row.kind, difference: input.difference });
  const made = await addRows(
    db,
    who,
    goods,
    [row],
    "difference",
    `${label} ${summaryOf(goods.lines, [row])} ${input.words}`,
  );
  await keepPhotos(db, who, goods, made.keys[0]!, stored);
  return made;
}
