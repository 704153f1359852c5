import type { ActionFunctionArgs } from "@remix-run/node";
import { selfBillChanged } from "~/lib/selfbill/selfbill.schema";
import { SELF_BILLS } from "~/lib/vocabulary/selfbill";
import { markSeen } from "~/lib/web/read.mark.server";
import { enter } from "~/lib/web/visit.server";

/** 確認しました: read, which is not yet confirmed. */
export async function action(args: ActionFunctionArgs) {
  const visitor = await enter(args);
  const { key } = args.params;
  return markSeen(args, visitor, `${SELF_BILLS}/${key}`, () =>
    visitor.api.post(selfBillChanged, `/self-bills/${key}/view`, {}, `view.self-bill.${key}`),
  );
}
