import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf, orderFilesNamed } from "~/lib/file/file.read.server";
import { copyFiles } from "~/lib/file/file.server";
import { drawingFor } from "~/lib/order/order.files.server";
import type { QuoteInput } from "./quote.schema";
import { wrong } from "./quote.write.server";

/** The files of an order and its line, and the own drawing of the revision: a factory's goes to no other. */
export async function carryFiles(
  db: Tx,
  who: Who,
  key: number,
  { order_files, product_id }: Pick<QuoteInput, "order_files" | "product_id">,
  revision: string | null,
): Promise<void> {
  const keys = [...new Set(order_files)];
  if ((await orderFilesNamed(db, who, keys)).length < keys.length)
    throw wrong({ order_files: ["外注依頼に添付したファイルが見つかりません。添付し直してください"] });
  const drawn = (await filesOf(db, who, "product", product_id === undefined ? [] : [product_id])).filter(
    (one) => one.is_own,
  );
  const drawing = drawingFor(drawn, revision);
  const owner = { kind: "quote" as const, key, seller_id: who.company_id, buyer_id: who.company_id };
  await copyFiles(db, who, drawing ? [...keys, drawing.key] : keys, owner);
}
