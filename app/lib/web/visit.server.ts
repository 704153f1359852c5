import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { mayEnter } from "~/lib/auth/menu";
import { self, type Self } from "~/lib/auth/user.schema";
import type { App } from "./app.server";
import { connectApi, type Api } from "./api.server";

/** The part of a request's life that all its loaders share: server.ts makes one for each request. `number`: to quote when it fails. */
export type Visit = { app: App; styles: Styles; script: string; number: string; visitor?: Promise<Visitor | null> };
export type Styles = { href: string; name: string; text: string | null };
export type Args = Pick<LoaderFunctionArgs, "request" | "context" | "params">;

/** Somebody signed in, with the API called in their name. */
export type Visitor = { who: Self; api: Api; session_id: string };

declare module "@remix-run/node" {
  interface AppLoadContext extends Visit {}
}

/** Who is there, or null. Loaders of one request run side by side and share the answer. */
export function visitor(args: Args): Promise<Visitor | null> {
  return (args.context.visitor ??= find(args));
}

async function find({ request, context: { app } }: Args): Promise<Visitor | null> {
  const id: unknown = await app.cookies.session.parse(request.headers.get("Cookie"));
  if (typeof id !== "string") return null;
  const session = await app.sessions.find(id);
  if (!session) return null;
  const origin = /Mobile|Android|iPhone/.test(request.headers.get("User-Agent") ?? "") ? "スマホ" : "PC";
  const api = connectApi(app, session.id_token, origin);
  const answer = await api.ask("GET", "/users/self");
  if (answer.status === 401 || answer.status === 404) {
    await app.sessions.end(id);
    return null;
  }
  return { who: self.parse(await answer.json()), api, session_id: id };
}

/** The signed-in person, if the menu lets them in here; else the sign-in page (coming back after), 403 or 404. */
export async function enter(args: Args): Promise<Visitor> {
  const url = new URL(args.request.url);
  const found = await visitor(args);
  if (!found) throw redirect(`/login?${new URLSearchParams({ return_to: url.pathname + url.search })}`);
  const verdict = mayEnter(found.who, url.pathname);
  if (verdict === "yes") return found;
  throw new Response(null, { status: verdict === "forbidden" ? 403 : 404 });
}
