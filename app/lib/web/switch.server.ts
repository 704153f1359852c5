import { redirect } from "@remix-run/node";
import { z } from "zod";
import { acting } from "~/lib/api/self.schema";
import { MODE_LABEL, REASON_LABEL } from "~/lib/auth/acting";
import { type actingInput, actingRows } from "~/lib/auth/acting.schema";
import { toCsv } from "~/lib/text/csv";
import { formatDateTime } from "~/lib/time/datetime";
import { ApiError } from "./api.server";
import { flash } from "./flash.server";
import { safePath } from "./return-to";
import { type Args, type Visitor, visitor } from "./visit.server";

export async function takeStart(
  { context }: Args,
  { api, session_id }: Visitor,
  value: z.output<typeof actingInput>,
  key: string,
): Promise<Response> {
  const made = await api.post(acting, "/actings", value, key);
  await context.app.sessions.act(session_id, String(made.key));
  return redirect("/task/kanban", { status: 303 });
}

export async function takeBack(args: Args): Promise<Response> {
  const { who, api, session_id } = (await visitor(args))!;
  await args.context.app.sessions.act(session_id, null);
  if (who.acting) await api.post(z.object({}), `/actings/${who.acting.key}/end`, {}, `end.${who.acting.key}`);
  return flash(
    args,
    "/setting/switch",
    who.acting ? `${who.company_name}の表示を終わりました。` : "切り替えは終わっています。",
    "info",
  );
}

export async function takeExtend(args: Args): Promise<Response> {
  const { who, api } = (await visitor(args))!;
  const from = args.request.headers.get("Referer");
  const to =
    (from && URL.canParse(from) && safePath(new URL(from).pathname + new URL(from).search)) || "/task/kanban";
  if (!who.acting) return flash(args, "/setting/switch", "切り替えは終わっています。", "error");
  try {
    const { until } = await api.post(
      acting,
      `/actings/${who.acting.key}/extend`,
      {},
      `extend.${who.acting.key}`,
    );
    return flash(args, to, `${formatDateTime(until).slice(11)}まで延長しました。`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return flash(args, to, error.detail, "error");
  }
}

export async function accessCsv({ api }: Visitor): Promise<Response> {
  const { items } = await api.get(actingRows, "/actings");
  const when = (instant: string | null) => (instant ? formatDateTime(instant) : "");
  const rows = items.map((one) => [
    when(one.started_time),
    when(one.ended_time ?? one.until_time),
    one.company_id,
    one.company_name,
    MODE_LABEL[one.mode],
    REASON_LABEL[one.reason],
    one.note ?? "",
    one.writes.map(({ at, summary }) => `${when(at)} ${summary}`).join(" / "),
  ]);
  const text = toCsv([["開始", "終了", "会社ID", "会社名", "区分", "理由", "メモ", "変更"], ...rows]);
  return new Response(text, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent("アクセス記録.csv")}`,
    },
  });
}
