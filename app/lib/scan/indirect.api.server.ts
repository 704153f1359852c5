import { z } from "zod";
import { call } from "~/lib/api/call.server";
import type { Who } from "~/lib/api/who";
import { refuseStranger } from "~/lib/code/pass.server";
import type { Tx } from "~/lib/db/connection.server";
import {
  adding,
  correcting,
  indirectKey,
  indirectRow,
  starting,
  stopping,
  voiding,
} from "~/lib/indirect/indirect.schema";
import { addIndirect, correctIndirect, type Named, voidIndirect } from "~/lib/indirect/indirect.server";
import { indirectBy, toIndirectRow } from "~/lib/indirect/row.server";
import { beginIndirect, endIndirect } from "~/lib/task/indirect.server";

const answered = ({ row, name }: Named) => toIndirectRow(row, name);

async function refuseOthers(db: Tx, who: Who, key: number, pass: string | undefined): Promise<void> {
  const { row } = await indirectBy(db, who, key);
  await refuseStranger(db, who, row.worker_id, pass);
}

/** Of the worker's own by work permission; of anybody's by an administrator. */
function changing<B extends z.ZodType<{ pass?: string }>>(
  act: string,
  summary: string,
  body: B,
  run: (db: Tx, who: Who, key: number, body: z.output<B>) => Promise<Named>,
) {
  return call({
    method: "POST",
    path: `/indirect/{key}/${act}`,
    summary,
    side: "seller",
    params: indirectKey,
    body,
    answer: indirectRow,
    run: async (db, who, { params, body: given }) => {
      const input = given as z.output<B>;
      await refuseOthers(db, who, params.key, input.pass);
      return answered(await run(db, who, params.key, input));
    },
  });
}

export const indirectCalls = [
  call({
    method: "GET",
    path: "/indirect/{key}",
    summary: "間接作業",
    side: "seller",
    params: indirectKey,
    answer: indirectRow,
    run: async (db, who, { params }) => answered(await indirectBy(db, who, params.key)),
  }),
  call({
    method: "POST",
    path: "/indirect",
    summary: "間接作業を始める（ほかの間接作業は終わる）",
    side: "seller",
    body: starting,
    answer: indirectRow,
    run: async (db, who, { body: { pass, ...input } }) => {
      await refuseStranger(db, who, input.worker_id, pass);
      return answered(await beginIndirect(db, who, input));
    },
  }),
  call({
    method: "POST",
    path: "/indirect/late",
    summary: "間接作業を後から記入する",
    side: "seller",
    body: adding,
    answer: indirectRow,
    run: async (db, who, { body: { pass, ...input } }) => {
      await refuseStranger(db, who, input.worker_id, pass);
      return answered(await addIndirect(db, who, input));
    },
  }),
  changing("stop", "間接作業を終える", stopping, (db, who, key, { version, resume }) =>
    endIndirect(db, who, { key, version, resume }),
  ),
  changing("correct", "間接作業を修正する（理由）", correcting, correctIndirect),
  changing("void", "間接作業を取り消す（理由）", voiding, voidIndirect),
];
