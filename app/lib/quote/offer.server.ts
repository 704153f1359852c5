import type { Who } from "~/lib/api/who";
import { documentNumber } from "~/lib/company/document.number.server";
import type { Tx } from "~/lib/db/connection.server";
import { unitProblem } from "~/lib/money/price";
import { collaborationOf, partyOf } from "~/lib/partner/party.server";
import { ownProduct } from "~/lib/product/product.read.server";
import { quote, quote_seller } from "~/lib/tables/quote.table.server";
import { today } from "~/lib/time/date";
import { type OfferInput } from "./answer.schema";
import { amountsProblem, insertAnswer, linesProblem } from "./answer.server";
import { quantitiesOf } from "./quote.schema";
import { recordParts, tellBuyer, wrong } from "./quote.write.server";

/** 見積書 that nobody asked for: a request and its answer in one, with the factory's own number. */
export async function sendOffer(db: Tx, who: Who, input: OfferInput) {
  const {
    buyer_id,
    product_id,
    lines,
    tooling,
    tooling_owner,
    other,
    valid_until,
    person,
    comment,
    ...item
  } = input;
  await collaborationOf(db, who.company_id, buyer_id);
  const day = today(new Date(who.now));
  if (valid_until < day) throw wrong({ valid_until: ["有効期限は今日以降の日付を入力してください"] });
  if (tooling && !tooling_owner)
    throw wrong({ tooling_owner: ["型・治具代があるときは、所有者を選択してください"] });
  const known = product_id === undefined ? null : await ownProduct(db, who, product_id);
  if (known && known.buyer_id !== buyer_id)
    throw wrong({ product_id: ["この依頼元の商品から選択してください"] });
  const quantities = quantitiesOf(lines.map((line) => line.quantity));
  const problems = linesProblem({ lines }, null, item.order_unit);
  if (Object.keys(problems).length > 0) throw wrong(problems);
  const unit = item.unit ?? item.order_unit;
  const units = unitProblem({ ...item, unit });
  if (units) throw wrong({ unit: [units] });
  const amounts = amountsProblem(lines, { ...item, unit });
  if (Object.keys(amounts).length > 0) throw wrong(amounts);
  const number = await documentNumber(db, who.company_id, "Q", day);
  const [row] = await db
    .insert(quote)
    .values({
      ...item,
      unit,
      quantities,
      number,
      buyer_id,
      made_by: who.company_id,
      request_date: day,
      person: null,
      buyer: await partyOf(db, buyer_id),
      created_by: who.name,
      created_time: who.now,
      sent_time: who.now,
    })
    .returning();
  const [part] = await db
    .insert(quote_seller)
    .values({
      quote_key: row!.key,
      seller_id: who.company_id,
      seller_name: who.company_name,
      buyer_id,
      product_id: known?.product_id ?? null,
      sent_time: who.now,
      viewed_time: who.now,
    })
    .returning();
  const answer = { lines, tooling, tooling_owner, other, valid_until, person, comment, last: 0 };
  await insertAnswer(db, who, { row: row!, part: part!, version: 1 }, answer);
  await recordParts(db, who, [part!], "answered", { version: 1, is_late: false });
  await tellBuyer(db, who, row!, `見積書 ${number}「${item.name}」が届きました`);
  return { key: row!.key, number };
}
