import { json, redirect } from "@remix-run/node";
import { ApiError } from "./api.server";
import type { Args, Visitor } from "./visit.server";

export async function markSeen(
  { request }: Args,
  { who }: Visitor,
  page: string,
  save: () => Promise<unknown>,
): Promise<Response> {
  if (who.acting) throw new Response("運営は、会社の代わりに書類を確認済みにできません。", { status: 403 });
  try {
    await save();
  } catch (error) {
    throw error instanceof ApiError ? new Response(error.detail, { status: error.status }) : error;
  }
  return request.headers.get("Accept") === "application/json" ? json({}) : redirect(page, 303);
}
