import { shownPassword } from "~/lib/auth/member.schema";
import type { Api } from "./api.server";
import { json } from "./json.server";
import type { Args } from "./visit.server";

/**
 * A temporary password in the answer to the post, and nowhere else: no redirect, no address, no store keeps
 * it.
 */
export const shownOnce = async (api: Api, path: string): Promise<Response> =>
  json(
    { shown: await api.put(shownPassword, `${path}/temporary_password`, {}) },
    { headers: { "Cache-Control": "no-store" } },
  );

/** Whether invitations go by mail. */
export const sendsMail = ({ context }: Args): boolean => context.app.post.smtp_url !== null;
