import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { keepFiles } from "~/lib/file/file.server";
import { missingItems, missingText, readEntered, valueText } from "~/lib/measurement/measure";
import type { changingMeasurement, Measuring } from "~/lib/measurement/measurement.schema";
import {
  askedOf,
  keepMeasurements,
  lastOfItem,
  measurementsOf,
  replaceMeasurement,
  standing,
} from "~/lib/measurement/measurement.server";
import type { RecordItem } from "~/lib/shop/record.schema";
import { recordItemsNamed, recordItemsOf } from "~/lib/shop/record.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import type { Stored } from "~/lib/vocabulary/file";
import { HOW_LABEL } from "~/lib/vocabulary/measurement";
import { lockCard, ownCard } from "./card.lock.server";
import { changeCard } from "./card.write.server";
import { wrongInput } from "./work.open.server";

type Photo = { item_id: number; stored: Stored };

/** What is asked where the card stands, once what was entered for it can be read. */
export async function checkedItems(
  db: Tx,
  at: Card,
  { values, values_reason }: Measuring,
  photos: Photo[],
  is_whole: boolean,
): Promise<RecordItem[]> {
  const asked = await askedOf(db, at);
  const others = values.map((one) => one.item_id).filter((id) => !asked.some((one) => one.item_id === id));
  // Entered on a device before メタ情報 was changed: kept all the same.
  const items = [...asked, ...(await recordItemsNamed(db, at.seller_id, others))];
  const wrong: Record<string, string[]> = {};
  values.forEach(({ item_id, value }, index) => {
    const item = items.find((one) => one.item_id === item_id);
    const read = item ? readEntered(item, value ?? "") : "記録項目が見つかりません";
    if (value && typeof read === "string") wrong[`values[${index}].value`] = [read];
  });
  if (Object.keys(wrong).length > 0) throw wrongInput(wrong, Object.values(wrong).flat().join("。"));
  const taken = photos.map(({ item_id }) => item_id);
  if (taken.some((id) => !items.some((one) => one.item_id === id && one.kind === "photo")))
    throw wrongInput({ files: ["写真の記録項目を選び直してください"] });
  const missing = is_whole && !values_reason ? missingItems(asked, values, taken) : [];
  if (missing.length > 0) throw wrongInput({ values_reason: [missingText(missing)] }, missingText(missing));
  return items;
}

export async function keepValues(
  db: Tx,
  who: Who,
  work: { card: Card; work_key: number; worker_id: number | undefined },
  items: RecordItem[],
  given: Measuring,
  photos: Photo[],
): Promise<void> {
  const made = await keepMeasurements(
    db,
    who,
    work,
    items,
    given,
    photos.map(({ item_id }) => item_id),
  );
  for (const [item_id, key] of made)
    await keepPhotos(
      db,
      who,
      work.card,
      key,
      photos.filter((one) => one.item_id === item_id).map(({ stored }) => stored),
    );
}

async function keepPhotos(db: Tx, who: Who, { seller_id }: Card, key: number, photos: Stored[]) {
  if (photos.length > 0)
    await keepFiles(db, who, { kind: "record", key, seller_id, buyer_id: seller_id }, photos);
}

export async function cardMeasurementsOf(db: Tx, who: Who, key: number) {
  const [found] = await db
    .select()
    .from(card)
    .where(and(eq(card.key, key), eq(card.seller_id, who.company_id)));
  if (!found) throw notFound("カード");
  return { items: await measurementsOf(db, who, [key]), asked: await askedOf(db, found) };
}

type Change = z.output<typeof changingMeasurement> & { version: number };

/** 再測定, 訂正 or 取消 of a value: what it replaces stays, and the log says why. */
export async function changeMeasurement(
  db: Tx,
  who: Who,
  key: number,
  { version, measurement_key, how, value, reason }: Change,
  photos: Stored[] = [],
): Promise<Card> {
  const own = await ownCard(db, who, "seller_id", key, version);
  const row = await standing(db, key, measurement_key);
  if (!row) throw notFound("記録");
  const item = (await recordItemsOf(db, own.seller_id)).find((one) => one.item_id === row.item_id);
  const entered = how === "void" ? null : enteredFor(row, item, value, photos);
  const made = await replaceMeasurement(db, who, row, { ...entered, how, note: reason });
  await keepPhotos(db, who, own, made, photos);
  const named = how === "void" ? "取消" : `${wordsOf(row, entered ?? {})}（${HOW_LABEL[how]}）`;
  return changeCard(
    db,
    who,
    own,
    "measured",
    {},
    undefined,
    {},
    {
      before: { "work.measured": wordsOf(row, row) },
      after: { "work.measured": named, "work.reason": reason },
    },
  );
}

type Named = { label: string; digits: number | null; unit: string | null };
const wordsOf = (row: Named, one: { value?: string | null; choice?: string | null }): string =>
  [row.label, one.value ? valueText(one.value, row.digits, row.unit) : (one.choice ?? "未記録")].join(" ");

const SHOT = {
  choice: "撮影済",
  judgement: "ok" as const,
  how: "corrected" as const,
  note: "スキャン画面で撮影",
};

/**
 * Photos of a 完了 that come after it. Those that are there already came with the same post. The card stays as
 * it is, so that 取消 of the 完了 is still one press.
 */
export async function takePhotos(
  db: Tx,
  who: Who,
  { card_key, item_id, at }: { card_key: number; item_id: number; at: string },
  photos: Stored[],
): Promise<void> {
  const own = await lockCard(db, card_key);
  const row = await lastOfItem(db, card_key, item_id, at);
  if (!row) throw notFound("写真の記録");
  if (row.how === "void") throw new Refusal(404, "完了が取り消されたため、写真を付けられません。");
  if (row.choice !== null) return;
  await keepPhotos(db, who, own, await replaceMeasurement(db, who, row, SHOT), photos);
}

function enteredFor(
  row: { label: string; kind: RecordItem["kind"]; choice: string | null } & Pick<
    RecordItem,
    "lower_limit" | "upper_limit" | "unit" | "digits" | "item_id"
  >,
  item: RecordItem | undefined,
  value: string | undefined,
  photos: Stored[],
) {
  if (row.kind === "photo") {
    if (photos.length === 0) throw wrongInput({ files: ["写真を選択してください"] });
    return { value: null, choice: "撮影済", judgement: "ok" as const };
  }
  if (photos.length > 0) throw wrongInput({ files: ["写真は、写真の記録項目に付けてください"] });
  if (!item && row.kind === "choice")
    throw new Refusal(
      409,
      "この記録項目は使われなくなったため、値を変えられません。取り消すことはできます。",
    );
  const standard = { choices: [], ng_choices: [], group_id: null, is_required: true, ...item };
  const read = readEntered({ ...standard, ...row }, value ?? "");
  if (typeof read === "string") throw wrongInput({ value: [read] });
  if (read.length !== 1) throw wrongInput({ value: [`${row.label}の値をひとつ入力してください`] });
  return read[0]!;
}
