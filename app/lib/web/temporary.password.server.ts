import { json } from "@remix-run/node";
import { shownPassword } from "~/lib/auth/member.schema";
import type { Api } from "./api.server";
import type { Args } from "./visit.server";

/** No redirect, no address and no store keeps a temporary password. */
export const shownOnce = async (api: Api, path: string): Promise<Response> =>
  json(
    { shown: await api.put(shownPassword, `${path}/temporary_password`, {}) },
    { headers: { "Cache-Control": "no-store" } },
  );

export const sendsMail = ({ context }: Args): boolean => context.app.post.smtp_url !== null;
