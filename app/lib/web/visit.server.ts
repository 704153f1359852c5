import { createHash } from "node:crypto";
import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { Self } from "~/lib/api/self.schema";
import { firstPage, mayEnter, menuFor } from "~/lib/auth/menu";
import { type Fact, sourceOf } from "~/lib/auth/security.server";
import { isFirstPage } from "~/lib/company/setup";
import { setup } from "~/lib/company/setup.schema";
import type { Down } from "~/lib/db/failure.server";
import type { Trace } from "~/lib/telemetry/trace";
import { FORM } from "~/lib/text/bounds";
import type { Scripts } from "~/lib/vocabulary/scripts";
import { requireSameCompany } from "./acting.server";
import { type Api, connectApi } from "./api.server";
import type { App } from "./app";
import { readPosted } from "./form.server";
import { decodedPath, fitsAddress } from "./path";
import type { Stylesheet } from "./styles.server";

/** server.ts makes one for each request, shared by its loaders. `ip`: null where it can't be told. */
export type Visit = {
  app: App;
  ip: string | null;
  styles: Stylesheet;
  cached: boolean;
  scripts: Scripts;
  trace: Trace;
  visitor?: Promise<Visitor | null>;
  form?: Promise<FormData>;
  down?: Down;
  keep?: HeadersInit;
  /** The mark of what staff are asked to confirm, for the forms of the answer. */
  confirm?: string;
};
/** The tabs of a browser tell each other by it who is signed in. */
export const tabOf = ({ username, company_id }: Self): string =>
  createHash("sha256").update(`${username} ${company_id}`).digest("base64url").slice(0, 8);

export type Args = Pick<LoaderFunctionArgs, "request" | "context" | "params">;

export type Visitor = {
  who: Self;
  api: Api;
  session_id: string;
  session_key: number;
  returned?: true;
  display?: true;
};

const DISPLAY = "/task/kanban/display";

declare module "@remix-run/node" {
  interface AppLoadContext extends Visit {}
}

export type Again = { product: string; action: string; fields: [string, string][]; files: boolean };

export function formOf({ request, context }: Args, most = FORM): Promise<FormData> {
  return (context.form ??= readPosted(request, most));
}

export const note = ({ request, context: { app, ip, trace } }: Args, fact: Fact): Promise<void> =>
  app.security.note(sourceOf(request, ip, trace), fact);

/** Loaders of one request run side by side and share the answer. */
export function visitor(args: Args): Promise<Visitor | null> {
  return (args.context.visitor ??= find(args));
}

/** The longest form of ours has 1,800; each is drawn as ten times what it was sent as. */
const AGAIN_FIELDS = 2_000;
const SECRET = /password|^(previous|confirmation|pin)$/;

/** product §4: what was posted comes back in a page that can post it again, under the same key. */
async function lost(args: Args): Promise<Response> {
  const { request, context } = args;
  const { pathname, search } = new URL(request.url);
  // Files are to be chosen again anyway; for a stranger they are not even read.
  const length = request.headers.get("Content-Length");
  const large = length === null || Number(length) > 1_000_000;
  const posted = large
    ? null
    : context.form || !["GET", "HEAD"].includes(request.method)
      ? await formOf(args).catch(() => null)
      : null;
  const signIn = `/login?${new URLSearchParams({ return_to: pathname + search })}`;
  if (!posted) return redirect(signIn);
  const all = [...posted];
  if (all.length > AGAIN_FIELDS) return redirect(signIn);
  const fields = all.filter(
    (field): field is [string, string] => typeof field[1] === "string" && !SECRET.test(field[0]),
  );
  const files = all.some(([, value]) => value instanceof Blob && value.size > 0);
  const again: Again = { product: context.app.config.product_name, action: pathname + search, fields, files };
  return json({ again }, { status: 401, headers: { "Cache-Control": "no-store" } });
}

async function find(args: Args): Promise<Visitor | null> {
  const id: unknown = await args.context.app.cookies.session.parse(args.request.headers.get("Cookie"));
  return typeof id === "string" ? holderOf(args, id) : null;
}

async function holderOf(args: Args, id: string): Promise<Visitor | null> {
  const {
    request,
    context: { app },
  } = args;
  const session = await app.sessions.find(id, new URL(request.url).pathname === DISPLAY);
  if (!session) return null;
  const stood = { ...session, from: sourceOf(request, args.context.ip, args.context.trace) };
  const origin = /Mobile|Android|iPhone/.test(request.headers.get("User-Agent") ?? "") ? "スマホ" : "PC";
  const api = connectApi(app, stood, origin, async () => {
    await app.sessions.end(id);
    args.context.visitor = Promise.resolve(null);
    return lost(args);
  });
  let who = await api.self();
  const over = who === "over";
  if (over) {
    await app.sessions.act(id, (stood.acting_id = null));
    who = await api.self();
  }
  if (typeof who === "string") {
    await app.sessions.end(id);
    return null;
  }
  Object.assign(args.context.trace, { company_id: who.company_id, person: who.id });
  return {
    who,
    api,
    session_id: id,
    session_key: session.key,
    ...(over && { returned: true }),
    ...(session.is_display && { display: true }),
  };
}

/** A new company's administrator begins with what is still to be set up. */
export async function homeOf(
  {
    context: {
      app: { config },
    },
  }: Args,
  { who, api }: Visitor,
): Promise<string> {
  const begins = who.is_admin && who.company_id && !who.acting;
  if (begins && isFirstPage(await api.get(setup, "/factories/self/setup"))) return "/setting/start";
  return firstPage(menuFor(who, config.stock_id, config.parts_id));
}

/** Told at once, it spares a slow line the way by "/". */
export async function homeOfSession(args: Args, id: string): Promise<string> {
  // What was posted here holds a password, and is not to be shown again.
  const found = await holderOf(args, id).catch((error) =>
    error instanceof Response ? null : Promise.reject(error),
  );
  return found ? homeOf(args, found) : "/";
}

/** Coming back after sign-in, nothing typed is lost. */
export async function enter(args: Args): Promise<Visitor> {
  const url = new URL(args.request.url);
  const found = await visitor(args);
  if (!found) throw await lost(args);
  const verdict = mayEnter(found.who, decodedPath(url.pathname));
  if (found.who.isInternal) await requireSameCompany(args, found, () => formOf(args));
  const fits = Object.entries(args.params).every(([name, value = ""]) => name === "*" || fitsAddress(value));
  if (verdict === "yes" && fits) return found;
  if (verdict !== "forbidden") throw new Response(null, { status: 404 });
  void note(args, {
    event: "refused",
    name: found.who.username,
    company_id: found.who.company_id,
    reason: `${args.request.method} ${url.pathname}`,
  });
  throw new Response(
    found.who.company_id ? null : "会社の画面です。アカウント切り替えで会社を選ぶと開けます。",
    { status: 403 },
  );
}
