import { type ActionFunctionArgs } from "@remix-run/node";
import { REPORT_BYTES } from "~/lib/server/report.schema";
import { visitor } from "~/lib/web/visit.server";

/**
 * What the browser says went wrong in it; from people signed in, since nobody else could be told apart from
 * an attacker.
 */
export async function action(args: ActionFunctionArgs) {
  const answer = (code: number) =>
    new Response(null, { status: code, headers: { "Cache-Control": "no-store" } });
  const found = await visitor(args);
  if (!found) return answer(401);
  // JSON spells a line break in two bytes, a control character in six.
  const text = await args.request.text();
  if (text.length > REPORT_BYTES * 2) return answer(413);
  const body: unknown = await new Response(text).json().catch(() => null);
  const { status } = await found.api.ask("POST", "/errors", body);
  return answer(status < 300 ? 204 : status);
}
