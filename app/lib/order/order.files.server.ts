import { and, eq, isNull } from "drizzle-orm";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { revisionProblem } from "~/lib/file/file";
import { filesOf, orderFilesNamed } from "~/lib/file/file.read.server";
import type { FileRow } from "~/lib/file/file.schema";
import { keepFiles } from "~/lib/file/file.server";
import { freezeFiles } from "~/lib/file/freeze.server";
import { order_draft } from "~/lib/tables/order.draft.table.server";
import type { Stored } from "~/lib/vocabulary/file";
import type { OrderInput } from "./order.schema";

/** Of the files of a product, the drawing of the revision that is ordered; without one the latest. */
export function drawingFor(files: FileRow[], revision: string | null): FileRow | null {
  const drawings = files.filter((one) => one.kind === "drawing" && !one.is_inner);
  const right = drawings.filter((one) => revisionProblem(revision, one) === null);
  return right.find((one) => one.is_latest) ?? right.at(-1) ?? null;
}

export async function addDraftFiles(db: Tx, who: Who, key: number, stored: Stored[]): Promise<FileRow[]> {
  const [row] = await db
    .select({ key: order_draft.key })
    .from(order_draft)
    .where(
      and(
        eq(order_draft.key, key),
        eq(order_draft.buyer_id, who.company_id),
        isNull(order_draft.deleted_time),
      ),
    );
  if (!row) throw notFound("下書き");
  const own = { seller_id: who.company_id, buyer_id: who.company_id };
  return keepFiles(db, who, { kind: "order_draft", key, ...own }, stored);
}

/** Of the own company's drafts alone: a key of another's file is no file here. */
async function refuseForeign(db: Tx, who: Who, { files = [], lines }: OrderInput) {
  const keys = [...new Set([...files, ...lines.flatMap((line) => line.files ?? [])])];
  if (keys.length === 0) return;
  if ((await orderFilesNamed(db, who, keys)).length < keys.length)
    throw new Refusal(422, "入力内容を確認してください。", {
      files: ["添付したファイルが見つかりません。添付し直してください"],
    });
}

type Sent = { line_no: number; product_id: number | null; drawing_revision: string | null };

/** Of each line that is a product the drawing it is ordered by, as what is to be frozen. */
export async function drawnOf(db: Tx, who: Who, order_key: number, lines: Sent[]) {
  const ids = [...new Set(lines.flatMap((line) => line.product_id ?? []))];
  const known = await filesOf(db, who, "product", ids);
  return lines.flatMap(({ line_no, product_id, drawing_revision }) => {
    const own = known.filter((one) => one.owner_key === String(product_id));
    const drawing = drawingFor(own, drawing_revision);
    return drawing ? [{ key: drawing.key, owner_key: `${order_key}.${line_no}` }] : [];
  });
}

/** The order's own files, those of its lines, and of each line the drawing it was ordered by. */
export async function keepOrderFiles(
  db: Tx,
  who: Who,
  order_key: number,
  input: OrderInput,
  sent: Omit<Sent, "line_no">[],
) {
  await refuseForeign(db, who, input);
  const numbered = sent.map((line, index) => ({ ...line, line_no: index + 1 }));
  const drawn = await drawnOf(db, who, order_key, numbered);
  const lines = input.lines.flatMap(({ files = [] }, index) =>
    files.map((key) => ({ key, owner_key: `${order_key}.${index + 1}` })),
  );
  const whole = (input.files ?? []).map((key) => ({ key, owner_key: String(order_key) }));
  const pair = { seller_id: input.seller_id, buyer_id: who.company_id };
  await freezeFiles(db, who, pair, [...whole, ...lines, ...drawn]);
}

type DrawnLine = {
  order_key: number;
  line_no: number;
  product_id: number | null;
  drawing_revision: string | null;
};

/** What was kept with the line, else the product's of its edition. */
export const lineDrawing = (frozen: FileRow[], products: FileRow[], line: DrawnLine): FileRow | null => {
  const own = frozen.filter((one) => one.owner_key === `${line.order_key}.${line.line_no}`);
  return (
    drawingFor(own, line.drawing_revision) ??
    own.find((one) => one.kind === "drawing") ??
    drawingFor(
      products.filter((one) => one.owner_key === String(line.product_id)),
      line.drawing_revision,
    )
  );
};
