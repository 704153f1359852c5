import type { z } from "zod";
import type { BackendAnswer } from "~/lib/api/backend";
import { FIRST_TIME } from "~/lib/api/backend";
import { onceKey } from "~/lib/api/once.key.server";
import { type Self, self } from "~/lib/api/self.schema";
import type { Source } from "~/lib/api/who";
import { sharedReads } from "~/lib/db/shared.server";
import { isFast } from "~/lib/fast/switch.server";
import { sayError } from "~/lib/telemetry/logger.server";
import type { App } from "./app";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly errors: Record<string, string[]> = {},
    /** Staff are asked once more: what to send back when they press again. */
    readonly confirm?: string,
    /** What the page needs beside the form to be drawn again. */
    readonly shown?: object,
  ) {
    super(detail);
  }
}

export type Query = Record<string, string | number | boolean | null | undefined | (string | number)[]>;
export type Api = ReturnType<typeof connectApi>;

const PATIENCE_MS = 60_000;
const AWAY = "業務のサーバーにつながりません。しばらく待ってから、もう一度お試しください。";
const FAILED = "失敗しました。画面を読み込み直して、もう一度お試しください。";

/** product §7: arrays as repeated keys, null values omitted. */
function queryString(query: Query): string {
  const out = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null && one !== undefined) out.append(name, String(one));
  }
  const text = out.toString();
  return text && `?${text}`;
}

/** What the other host was asked may have been done: the form's key tells it a second time. */
function away(error: unknown): Response {
  sayError("backend_failed", error);
  return Response.json({ detail: AWAY }, { status: 503, headers: { "Retry-After": "5" } });
}

/** In-process, or on BACKEND_URL's host. `lost`: what to answer once the backend says 401. */
export function connectApi(
  app: App,
  session: { id_token: string; acting_id: string | null; from?: Source },
  origin: string,
  lost: () => Promise<Response>,
) {
  let confirmed: string | undefined;
  let firstTime: string | null = null;
  let known: Self | undefined;
  const share = () => (isFast ? sharedReads(app.db) : undefined);
  let reads = share();

  async function ask(method: string, path: string, body?: unknown, key?: string): Promise<Response> {
    const headers = new Headers({ "X-Auth": session.id_token, "X-Origin": encodeURIComponent(origin) });
    if (session.acting_id !== null) headers.set("X-Acting", session.acting_id);
    if (session.acting_id !== null && confirmed) headers.set("X-Confirmed", confirmed);
    const files = body instanceof FormData;
    if (body !== undefined && !files) headers.set("Content-Type", "application/json");
    if (method === "POST") headers.set("Idempotency-Key", onceKey(key ?? crypto.randomUUID()));
    if (app.config.backend_url) {
      // The other host checks the Origin of a write, and notes who asked where it trusts this one.
      headers.set("Origin", app.config.origins[0]!);
      if (session.from?.ip) headers.set("X-Forwarded-For", session.from.ip);
      if (session.from?.user_agent) headers.set("User-Agent", session.from.user_agent);
    }
    const spoken = app.chat?.speak({ method, path, body, headers }, known, ask);
    if (spoken) return spoken;
    const request = new Request(`${app.config.backend_url ?? "http://backend.internal"}${path}`, {
      method,
      headers,
      body: files ? body : body === undefined ? undefined : JSON.stringify(body),
    });
    const response = await (app.config.backend_url
      ? fetch(request, { redirect: "error", signal: AbortSignal.timeout(PATIENCE_MS) }).catch(away)
      : app.backend.fetch(request, session.from));
    firstTime = response.headers.get(FIRST_TIME) ?? firstTime;
    // After a write nobody is shown what stood before it.
    if (method !== "GET") reads = share();
    return response;
  }

  /** `self`: rights are asked once a request. */
  async function read(path: string): Promise<BackendAnswer> {
    if (!app.config.backend_url && !(app.chat && path.startsWith("/chats/"))) {
      const acting = session.acting_id ?? undefined;
      return app.backend.read(path, {
        token: session.id_token,
        acting,
        origin,
        from: session.from,
        reads,
        self: path === "/users/self" ? undefined : known,
      });
    }
    const response = await ask("GET", path);
    return { status: response.status, body: await response.json().catch(() => null) };
  }

  async function call(method: string, path: string, body?: unknown, key?: string): Promise<Response> {
    const response = await ask(method, path, body, key);
    if (response.status === 401) throw await lost();
    return response;
  }

  type Failure = { detail?: string; errors?: Record<string, string[]>; confirm?: string } | null;
  const failed = (status: number, body: Failure) =>
    new ApiError(status, body?.detail ?? FAILED, body?.errors, body?.confirm);

  async function answered<S extends z.ZodType>(schema: S, response: Response): Promise<z.output<S>> {
    const body = await response.json().catch(() => null);
    if (response.ok) return schema.parse(body);
    throw failed(response.status, body);
  }

  return {
    confirm(mark: string | undefined) {
      confirmed = mark;
    },
    firstTime: () => firstTime,
    ask,
    /** "over": their time with a company has run out; "gone": they are nobody. */
    async self(): Promise<Self | "over" | "gone"> {
      const { status, body } = await read("/users/self");
      if (status === 200) return (known = self.parse(body));
      if (status === 401 || status === 404) return "gone";
      if (status === 403 && session.acting_id !== null) return "over";
      throw failed(status, body as Failure);
    },
    async get<S extends z.ZodType>(schema: S, path: string, query: Query = {}): Promise<z.output<S>> {
      const { status, body } = await read(path + queryString(query));
      if (status === 200) return schema.parse(body);
      if (status === 401) throw await lost();
      if (status === 503) throw new Response((body as { detail: string }).detail, { status });
      if ([403, 404].includes(status)) throw new Response(null, { status });
      // An address that asks for nonsense is the reader's fault, not ours.
      if ([400, 422].includes(status)) throw new Response((body as { detail: string }).detail, { status });
      throw failed(status, body as Failure);
    },
    upload: async <S extends z.ZodType>(schema: S, path: string, form: FormData, key: string) =>
      answered(schema, await call("POST", path, form, key)),
    post: async <S extends z.ZodType>(schema: S, path: string, body: unknown, key: string) =>
      answered(schema, await call("POST", path, body ?? {}, key)),
    delete: async <S extends z.ZodType>(schema: S, path: string, query: Query = {}) =>
      answered(schema, await call("DELETE", path + queryString(query))),
    put: async <S extends z.ZodType>(schema: S, path: string, body: unknown) =>
      answered(schema, await call("PUT", path, body ?? {})),
  };
}
