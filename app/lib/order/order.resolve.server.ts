import { and, eq, inArray } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { collaboratorsOf } from "~/lib/partner/collaborator.server";
import { placeText } from "~/lib/partner/destination.schema";
import { destinationsOf } from "~/lib/partner/destination.server";
import { pricesAt } from "~/lib/product/price.read.server";
import { priceFor, type Tier, tierFor } from "~/lib/product/product";
import { product } from "~/lib/tables/factory.table.server";
import { emptyText } from "~/lib/text/text.schema";
import { addDays, today } from "~/lib/time/date";
import { type Means, maturityUnsaid } from "~/lib/vocabulary/maturity";
import { paymentOf, paymentTerms } from "~/lib/vocabulary/terms";
import { orderFormGaps, orderProblem } from "./order";
import { SUPPLY_TERMS_LABEL } from "./order.fields";
import { type Errors, resolveLine } from "./order.line";
import type { OrderInput } from "./order.schema";
import { toolingErrors } from "./order.tooling.server";

const refused = (errors: Errors) => new Refusal(422, "入力内容を確認してください。", errors);

export async function resolveOrder(db: Tx, who: Who, input: OrderInput) {
  const terms = (await collaboratorsOf(db, who, "seller")).find((seller) => seller.id === input.seller_id);
  if (!terms) throw refused({ seller_id: ["依頼先を選択してください"] });

  const places = new Map(
    (await destinationsOf(db, who.company_id)).map((place) => [place.destination_id, placeText(place)]),
  );
  const products = await productsOf(db, who, input);
  const prices = await pricesAt(db, [...products.keys()], input.order_date);
  const means = meansOf(input, terms);
  const errors: Errors = {
    ...headErrors(input, means, places),
    ...dayErrors(input, today(new Date(who.now))),
  };

  const lines = input.lines.map((line, index) => {
    const of = line.product_id === undefined ? null : (products.get(line.product_id) ?? null);
    const list = of ? (prices.get(of.product_id) ?? []) : [];
    const agreed = priceFor(list, line.num_items);
    const { problems, ...found } = resolveLine(line, input, {
      product: of,
      agreed,
      isOpen: list.length > 0 && agreed === null,
      places,
      rounding: terms.amount_rounding,
    });
    for (const [name, sentence] of problems) {
      if (name === "destination_id" && isPlaceless(input)) continue;
      (errors[`lines[${index}].${name}`] ??= []).push(sentence);
    }
    return {
      ...found,
      expired: expiredOn(
        list[0]?.valid_until,
        found.unit_price === agreed ? who.now : null,
        input.order_date,
      ),
      tier: list.length > 1 && found.unit_price === agreed ? reached(list, line.num_items) : null,
      inspection_due: addDays(found.delivery_date, input.inspection_days),
      ...paymentOf(found.delivery_date, { ...terms, ...means }),
    };
  });
  Object.assign(errors, await toolingErrors(db, who, input));
  if (Object.keys(errors).length > 0) throw refused(errors);
  const payment_terms = paymentTerms(terms, means);
  const gaps = orderFormGaps({
    ...input,
    ...means,
    seller: terms.name,
    buyer: who.company_name ?? who.company_id,
    payment_terms,
    lines,
  });
  return {
    lines,
    means,
    payment_terms,
    tolerance: { over_pct: terms.over_pct, under_pct: terms.under_pct },
    toriteki: terms.toriteki,
    problem: terms.toriteki === "exempt" ? null : orderProblem(gaps, lines),
  };
}

const reached = (list: Tier[], num_items: string): string | null =>
  tierFor(list, num_items)?.min_quantity ?? null;

/** The day to which a quoted price was good, once that has passed (R9-5). */
function expiredOn(
  valid_until: string | null | undefined,
  now: string | null,
  order_date: string,
): string | null {
  if (!valid_until || now === null) return null;
  const day = today(new Date(now));
  return valid_until < (day > order_date ? day : order_date) ? valid_until : null;
}

/** Until the order is sent no price of theirs is taken back. */
export async function holdProducts(db: Tx, { lines }: OrderInput): Promise<void> {
  const ids = [...new Set(lines.flatMap((line) => line.product_id ?? []))].sort((a, b) => a - b);
  if (ids.length === 0) return;
  await db
    .select({ product_id: product.product_id })
    .from(product)
    .where(inArray(product.product_id, ids))
    .orderBy(product.product_id)
    .for("key share");
}

async function productsOf(db: Tx, who: Who, { seller_id, lines }: OrderInput) {
  const ids = [...new Set(lines.flatMap((line) => line.product_id ?? []))];
  const rows =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(product)
          .where(
            and(
              inArray(product.product_id, ids),
              eq(product.seller_id, seller_id),
              eq(product.buyer_id, who.company_id),
              eq(product.is_active, true),
            ),
          );
  return new Map(rows.map((row) => [row.product_id, row]));
}

function meansOf(
  { payment_method, maturity, maturity_unit }: OrderInput,
  agreed: Required<Means>,
): Required<Means> {
  const { payment_method: method } = payment_method === undefined ? agreed : { payment_method };
  if (method === "transfer") return { payment_method: method, maturity: null, maturity_unit: null };
  if (maturity !== undefined)
    return { payment_method: method, maturity, maturity_unit: maturity_unit ?? "days" };
  return method === agreed.payment_method
    ? agreed
    : { payment_method: method, maturity: null, maturity_unit: null };
}

const FAR = "依頼日は、今日の前後1年以内の日付を入力してください";
const yearOn = (day: string, years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

/** A slip of the year: the order's number, the prices that hold and the day of payment go by it. */
const dayErrors = ({ order_date }: OrderInput, day: string): Errors =>
  order_date < yearOn(day, -1) || order_date > yearOn(day, 1) ? { order_date: [FAR] } : {};

/** No place anywhere: said once, at the head, and not at a line whose column may be hidden. */
const isPlaceless = ({ destination_id, destination, lines }: OrderInput): boolean =>
  destination_id === undefined && !destination && lines.every((line) => line.destination_id === undefined);

function headErrors(input: OrderInput, means: Required<Means>, places: Map<number, string>): Errors {
  const errors: Errors = {};
  if (input.destination_id !== undefined && !places.has(input.destination_id))
    errors.destination_id = ["納入先を選択してください"];
  if (isPlaceless(input)) {
    if (places.size > 0)
      errors.destination_id = ["納入先を選択するか、「納入先（その他）」に入力してください"];
    else errors.destination = ["納入先を入力してください"];
  }
  const unsaid = maturityUnsaid(means);
  if (unsaid) errors.maturity = [unsaid];
  if (means.payment_method === "factoring" && !input.payment_detail) {
    errors.payment_detail = ["一括決済方式の内容（金融機関・額）を入力してください"];
  }
  if (input.lines.some((line) => line.supply === "paid") && !input.supply_terms) {
    errors.supply_terms = [emptyText(SUPPLY_TERMS_LABEL)];
  }
  return errors;
}
