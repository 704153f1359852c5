import { and, desc, eq } from "drizzle-orm";
import type { z } from "zod";
import { notFound, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { namesOf } from "~/lib/company/factory.names.server";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf } from "~/lib/file/file.read.server";
import { copyFiles } from "~/lib/file/file.server";
import { collaboratorsOf } from "~/lib/partner/collaborator.server";
import { partyOf, termsOf } from "~/lib/partner/party.server";
import { product } from "~/lib/tables/factory.table.server";
import { quote_seller } from "~/lib/tables/quote.table.server";
import { formatDate, today } from "~/lib/time/date";
import { paymentTerms } from "~/lib/vocabulary/terms";
import { awardsOf } from "./answer.read.server";
import { MAX_SELLERS } from "./quote.fields";
import { partFilesKey } from "./quote.files";
import type { quoteSellers } from "./quote.schema";
import { furtherProblem } from "./quote.sellers";
import {
  changeParts,
  changeQuote,
  lockQuote,
  type Part,
  type Quote,
  recordParts,
  tellSellers,
  wrong,
} from "./quote.write.server";

type Item = { product_id?: number; drawing_no?: string };

export async function chosenProduct(db: Tx, who: Who, { product_id }: Item) {
  if (product_id === undefined) return undefined;
  const [row] = await db
    .select()
    .from(product)
    .where(and(eq(product.product_id, product_id), eq(product.buyer_id, who.company_id)));
  if (!row) throw wrong({ product_id: ["商品を選択してください"] });
  return row;
}

/** A product is one factory's; of the others that are asked, the one with the same drawing. */
async function productsFor(db: Tx, who: Who, input: Item): Promise<Map<string, number>> {
  const chosen = await chosenProduct(db, who, input);
  const drawing = input.drawing_no ?? chosen?.drawing_no;
  const found = new Map<string, number>();
  const same = drawing
    ? await db
        .select({ seller_id: product.seller_id, product_id: product.product_id })
        .from(product)
        .where(
          and(
            eq(product.buyer_id, who.company_id),
            eq(product.drawing_no, drawing),
            eq(product.is_active, true),
          ),
        )
        .orderBy(desc(product.product_id))
    : [];
  for (const row of same) found.set(row.seller_id, row.product_id);
  return chosen ? found.set(chosen.seller_id, chosen.product_id) : found;
}

export async function askSellers(
  db: Tx,
  who: Who,
  key: number,
  input: Item & { seller_ids: string[] },
): Promise<void> {
  const products = await productsFor(db, who, input);
  await db.insert(quote_seller).values(
    input.seller_ids.map((seller_id) => ({
      quote_key: key,
      seller_id,
      buyer_id: who.company_id,
      product_id: products.get(seller_id) ?? null,
    })),
  );
}

/** Each gets its own copy of the files; nobody learns of another. */
export async function deliver(db: Tx, who: Who, row: Quote, parts: Part[]): Promise<void> {
  const { key, number, name, deadline } = row;
  const names = await namesOf(
    db,
    parts.map((part) => part.seller_id),
  );
  const terms = await termsOf(db, parts);
  for (const part of parts) {
    const agreed = terms.get(`${part.seller_id} ${part.buyer_id}`);
    await changeParts(db, [part], {
      seller_name: names.get(part.seller_id) ?? null,
      seller: await partyOf(db, part.seller_id),
      payment_terms: agreed ? paymentTerms(agreed, agreed) : null,
    });
  }
  const files = (await filesOf(db, who, "quote", [key])).filter((one) => !one.is_inner).map((one) => one.key);
  for (const { seller_id, buyer_id, ...part } of files.length > 0 ? parts : [])
    await copyFiles(db, who, files, {
      kind: "quote_part",
      key: partFilesKey(part.key),
      seller_id,
      buyer_id,
    });
  await recordParts(db, who, parts, "sent", { number, deadline });
  const said = `見積依頼 ${number}「${name}」が届きました（回答期限 ${formatDate(deadline!)}）`;
  await tellSellers(db, who, row, parts, said);
}

/** 依頼先の追加: the same request, as it was sent; those asked before hear nothing of it. */
export async function addSellers(
  db: Tx,
  who: Who,
  key: number,
  { version, seller_ids }: z.output<typeof quoteSellers>,
) {
  const { row, parts } = await lockQuote(db, who, key, version);
  if (row.made_by !== who.company_id) throw notFound("見積依頼");
  const awards = await awardsOf(db, parts);
  refuseIf(furtherProblem({ ...row, awards }, today(new Date(who.now))));
  const known = new Set((await collaboratorsOf(db, who, "seller")).map((one) => one.id));
  if (seller_ids.some((id) => !known.has(id))) throw wrong({ seller_ids: ["依頼先を選択してください"] });
  const asked = new Set(parts.map((part) => part.seller_id));
  if (seller_ids.some((id) => asked.has(id)))
    throw wrong({ seller_ids: ["もう依頼している依頼先が含まれています。画面を読み込み直してください"] });
  const total = parts.length + seller_ids.length;
  if (total > MAX_SELLERS) throw wrong({ seller_ids: [`依頼先は${MAX_SELLERS}社までです`] });
  const products = await productsFor(db, who, { drawing_no: row.drawing_no ?? undefined });
  const added = await db
    .insert(quote_seller)
    .values(
      seller_ids.map((seller_id) => ({
        quote_key: key,
        seller_id,
        buyer_id: who.company_id,
        product_id: products.get(seller_id) ?? null,
        sent_time: who.now,
        num_sellers: row.tells_count ? total : null,
      })),
    )
    .returning();
  const after = await changeQuote(db, row, {});
  await deliver(db, who, after, added);
  return { key, version: after.version };
}
