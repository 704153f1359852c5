import type { ShelfResult } from "~/lib/stocktake/shelf.schema";
import { shelfWords } from "~/lib/stocktake/shelf.words";
import { SHELF_ACT_LABEL, type ShelfAct } from "~/lib/vocabulary/stocktake";
import { newId } from "./id";
import { deliver, takeShelfBack } from "./scan.deliver";
import { showDone, showProblem } from "./scan.message";
import { reasonSheet } from "./scan.sheet";
import { scanState, wake } from "./scan.state";

/** `then`: once it is done, or waits on the device. */
export async function performShelf(
  form: HTMLFormElement,
  act: ShelfAct,
  then: (shelf: string) => Promise<unknown>,
  more: Record<string, string> = {},
): Promise<void> {
  wake();
  const given = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const { last_in, last_out, client_id: _, ...fields } = given;
  const usual = act === "stock_in" ? last_in : act === "stock_out" ? last_out : "";
  const num = fields.num || usual;
  if (!num && !(act === "stock_count" && fields.num_ready)) return showProblem("数を入力してください。");
  const id = newId();
  const { worker_id, pass } = scanState.memory;
  const item = { ...fields, num, client_id: id, act, worker_id, pass, ...more };
  const result = (await deliver({ ...item, device_time: new Date().toISOString() })) as ShelfResult | null;
  if (result?.result === "refused") return refused(form, act, then, result, more);
  const unsent = `${SHELF_ACT_LABEL[act]} ${num} を記録しました（未送信）。`;
  if (result?.result === "conflict") showProblem(result.detail);
  else showDone(result?.detail ?? unsent, () => void takeShelfBack(id), result !== null);
  await then(fields.shelf ?? "");
}

function refused(
  form: HTMLFormElement,
  act: ShelfAct,
  then: (shelf: string) => Promise<unknown>,
  { detail, errors, row }: ShelfResult,
  more: Record<string, string>,
) {
  const words = shelfWords(errors, row).map((word) => ({
    word,
    press: async () => {
      const reason = word.why ? await reasonSheet(word.why) : undefined;
      const answered = { ...more, ...word.fields, ...(reason && { reason }) };
      if (reason !== null) await performShelf(form, act, then, answered);
    },
  }));
  showProblem(detail, words);
}
