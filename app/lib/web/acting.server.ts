import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { Self } from "~/lib/api/self.schema";

const DRAWN_FOR = "acting_for";

export const CONFIRMED = "acting_confirmed";

const STAFF_PATHS = /^\/setting\/(switch|logout)(\/|$)/;

/** Staff post only what was drawn for the company they act for now. */
export async function requireSameCompany(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  { who, returned }: { who: Self; returned?: true },
  form: () => Promise<FormData>,
): Promise<void> {
  const { pathname } = new URL(request.url);
  if (STAFF_PATHS.test(pathname)) return;
  if (["GET", "HEAD"].includes(request.method)) {
    if (!returned) return;
    const text = "時間になったので、アカウント切り替えを終わりました。";
    throw redirect("/setting/switch", {
      status: 303,
      headers: { "Set-Cookie": await context.app.cookies.flash.serialize({ text, severity: "info" }) },
    });
  }
  const drawn = (await form()).get(DRAWN_FOR) ?? "";
  if (drawn === (who.acting ? who.company_id : "")) return;
  const now = who.acting
    ? `今は「${who.company_name}」として表示しています。`
    : "アカウント切り替えは終わっています。";
  throw new Response(
    `${now}この画面は別の会社のために開いたものなので、送信を中止しました。何も変更していません。`,
    { status: 409 },
  );
}

export function markForms(html: string, who: Self | undefined, confirm?: string): string {
  if (!who?.acting || !who.company_id) return html;
  const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}"/>`;
  const field = hidden(DRAWN_FOR, who.company_id) + (confirm ? hidden(CONFIRMED, confirm) : "");
  return html.replace(/<form\b[^>]*\bmethod="post"[^>]*>/g, (tag) => tag + field);
}
