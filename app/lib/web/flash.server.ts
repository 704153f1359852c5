import { redirect } from "@remix-run/node";
import { formatDateTime } from "~/lib/time/date";
import type { Flash } from "./cookie.server";
import { asAddress } from "./return-to";
import type { Args } from "./visit.server";

export async function flash(
  args: Args,
  to: string,
  text: string,
  severity: Flash["severity"] = "success",
  duration?: number,
): Promise<Response> {
  return redirectWith(args, to, { text, severity, duration });
}

export const backOf = (
  { key, version }: { key: number; version: number },
  act = "undo",
): NonNullable<Flash["undo"]> => ({
  action: `/task/${key}/${act}`,
  fields: { version: String(version) },
  log: `/task/${key}?tab=log`,
});

export async function flashUndo(
  args: Args,
  to: string,
  text: string,
  undo: NonNullable<Flash["undo"]>,
): Promise<Response> {
  return redirectWith(args, to, { text, severity: "success", undo });
}

/** A second press follows at once; what comes later is an old page, whose effect may be undone by now. */
const REPEAT_MS = 60_000;

async function unlessRepeated({ context }: Args, message: Flash): Promise<Flash> {
  const first = (await context.visitor)?.api.firstTime() ?? null;
  if (first === null || Date.now() - Date.parse(first) < REPEAT_MS) return message;
  return {
    text: `この操作は ${formatDateTime(first)} に済んでいます。今回は何も変更していません。`,
    severity: "info",
  };
}

async function redirectWith(args: Args, to: string, message: Flash): Promise<Response> {
  const cookie = await args.context.app.cookies.flash.serialize(await unlessRepeated(args, message));
  return redirect(asAddress(to), { status: 303, headers: { "Set-Cookie": cookie } });
}

export async function takeFlash({
  request,
  context,
}: Args): Promise<{ message: Flash | null; headers: HeadersInit }> {
  const message = (await context.app.cookies.flash.parse(request.headers.get("Cookie"))) as Flash | null;
  return {
    message,
    headers: message ? { "Set-Cookie": await context.app.cookies.flash.serialize("", { maxAge: 0 }) } : {},
  };
}
