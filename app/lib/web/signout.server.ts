import { redirect } from "@remix-run/node";
import { sayError } from "~/lib/telemetry/logger.server";
import { type Args, enter, note } from "./visit.server";
import { NO_STORE } from "./welcome.server";

export async function takeSignOutEverywhere(args: Args): Promise<Response> {
  const { session_id } = await enter(args);
  const { app } = args.context;
  const session = await app.sessions.find(session_id);
  if (!session) throw redirect("/login");
  // A pool out of reach keeps nobody signed in here: the tokens are nowhere else.
  await app.provider.globalSignOut(session.access_token).catch((error: Error) => sayError("sign_out", error));
  await app.sessions.endAll(session.username);
  await note(args, { event: "session_ended", name: session.username, reason: "own_all" });
  const headers = new Headers({
    "Set-Cookie": await app.cookies.session.serialize("", { maxAge: 0 }),
    "Clear-Site-Data": '"cache"',
    ...NO_STORE,
  });
  return redirect("/login", { status: 303, headers });
}
