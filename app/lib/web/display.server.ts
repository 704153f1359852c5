import { takeSignOut } from "./signin.server";
import type { Args, Visitor } from "./visit.server";

export async function startDisplay({ context: { app } }: Args, { who, session_id }: Visitor): Promise<void> {
  if (who.isInternal) throw new Response("運営の方は、掲示専用にできません。", { status: 403 });
  await app.sessions.display(session_id);
}

export const leaveDisplay = (args: Args): Promise<Response> => takeSignOut(args);
