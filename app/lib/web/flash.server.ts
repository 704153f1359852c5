import { redirect } from "@remix-run/node";
import type { Flash } from "./cookie.server";
import type { Args } from "./visit.server";

/** On to a page that shows a snackbar (product §2). */
export async function flash(
  args: Args,
  to: string,
  text: string,
  severity: Flash["severity"] = "success",
  duration?: number,
): Promise<Response> {
  return leave(args, to, { text, severity, duration });
}

/**
 * 元に戻す of what was done to a card: `act` is its page that takes it back. 「履歴」 leads to what stands in the
 * card's log.
 */
export const backOf = (
  { key, version }: { key: number; version: number },
  act = "undo",
): NonNullable<Flash["undo"]> => ({
  action: `/task/${key}/${act}`,
  fields: { version: String(version) },
  log: `/task/${key}?tab=log`,
});

/** The same, with 元に戻す in the snackbar. */
export async function flashUndo(
  args: Args,
  to: string,
  text: string,
  undo: NonNullable<Flash["undo"]>,
): Promise<Response> {
  return leave(args, to, { text, severity: "success", undo });
}

async function leave({ context }: Args, to: string, message: Flash): Promise<Response> {
  return redirect(to, {
    status: 303,
    headers: { "Set-Cookie": await context.app.cookies.flash.serialize(message) },
  });
}

/** The message left for this page, and the header that takes it away. */
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
