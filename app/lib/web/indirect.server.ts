import { dayPath } from "~/lib/bi/day.schema";
import { indirectRow } from "~/lib/indirect/indirect.schema";
import { formatTime } from "~/lib/time/datetime";
import { type Api, ApiError } from "./api.server";
import { flash } from "./flash.server";
import type { Args } from "./visit.server";

/** Where cards are at work it asks what becomes of them, on the page that follows. */
export async function takeIndirect(
  args: Args,
  api: Api,
  { act, client_id, key, ...given }: Record<string, string>,
  memory: Record<string, string>,
): Promise<Response> {
  const id = `${act}.${client_id ?? crypto.randomUUID()}.${given.cards ?? ""}`.slice(0, 200);
  const pass = memory.worker_id === given.worker_id ? { pass: memory.pass } : {};
  const body = { ...given, ...pass };
  if (memory.worker_id !== undefined && memory.worker_id !== given.worker_id)
    return flash(args, "/s/?indirect=0", "作業者が変わりました。もう一度選んでください。", "error");
  try {
    if (act === "indirect_stop") {
      const row = await api.post(indirectRow, `/indirect/${Number(key)}/stop`, body, id);
      return await flash(args, "/s/", `「${row.label}」を終わりました（${formatTime(row.work_end!)}）。`);
    }
    const row = await api.post(indirectRow, "/indirect", body, id);
    return await flash(args, "/s/", `「${row.label}」を始めました（${formatTime(row.work_start)}）。`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.errors.left)
      return flash(args, dayPath(Number(given.worker_id), error.errors.left_day![0]!), error.detail, "info");
    if (error.errors.cards)
      return flash(args, `/s/?indirect=${Number(given.reason_id)}`, error.detail, "info");
    return flash(args, "/s/?indirect=0", error.detail, "error");
  }
}
