import { Hono } from "hono";
import { type Backend, type BackendAnswer, FIRST_TIME, type Reading } from "~/lib/api/backend";
import type { Call } from "~/lib/api/call.server";
import { Refusal } from "~/lib/api/refusal";
import { BUSY, downOf, isLockedOut } from "~/lib/db/failure.server";
import type { Content } from "~/lib/file/file.content.server";
import { iconOf } from "~/lib/file/image.server";
import type { Storage } from "~/lib/file/storage.server";
import { sayError } from "~/lib/telemetry/logger.server";
import { newTrace, type Trace } from "~/lib/telemetry/trace";
import { openapi } from "./openapi.server";
import { type Asked, performer, type Setup } from "./perform.server";

export function backend(calls: Call[], setup: Setup): Backend {
  const app = new Hono<{ Bindings: Pick<Asked, "from" | "self" | "reads" | "isVisit"> }>();
  // Made when somebody first asks for it: it takes longer than all else of a start.
  let document: string | undefined;

  app.use(async (c, next) => {
    await next();
    c.res.headers.set("X-Revision", String(setup.revision));
    if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
  });
  app.get("/openapi.json", (c) => {
    document ??= JSON.stringify(openapi(calls, setup.product_name));
    return c.body(document, 200, { "Content-Type": "application/json" });
  });

  const perform = performer(setup);

  for (const call of calls) {
    const path = call.path.replace(/\{(\w+)\}/g, ":$1");
    app.on(call.method, path, async (c) => {
      const head = (name: string) => c.req.header(name);
      const answer = await perform(call, {
        ...c.env,
        token: head("X-Auth"),
        acting: head("X-Acting"),
        origin: decoded(head("X-Origin") ?? "API"),
        method: c.req.method,
        path: c.req.path,
        url: c.req.url,
        params: c.req.param(),
        key: call.method === "POST" ? head("Idempotency-Key") : undefined,
        confirmed: head("X-Confirmed"),
        request: c.req.raw,
      });
      if (call.content) return contentAnswer(setup.storage, answer.body as Content);
      if (answer.first_time) {
        c.header("Idempotent-Replayed", "true");
        c.header(FIRST_TIME, answer.first_time);
      }
      return c.json(answer.body as object, answer.status as 200);
    });
  }

  /** As from outside, but that a visit need not prove twice who it is, and may share its reads. */
  async function read(address: string, reading: Reading): Promise<BackendAnswer> {
    const { token, acting, origin, ...known } = reading;
    const headers = new Headers({ "X-Auth": token, "X-Origin": encodeURIComponent(origin) });
    if (acting !== undefined) headers.set("X-Acting", acting);
    const response = await app.fetch(new Request(`http://backend.internal${address}`, { headers }), {
      ...known,
      isVisit: true,
    });
    return { status: response.status, body: await response.json() };
  }

  app.notFound((c) => c.json({ detail: NO_CALL }, 404));
  app.onError((error, c) => {
    const { status, body } = tell(error, c.req.method === "GET", c.env.from?.trace);
    return c.json(body as object, status as 500);
  });
  return { fetch: async (request, from) => app.fetch(request, { from }), read };
}

const LOCKED =
  "ほかの人が同じものを操作しているため、登録できませんでした。少し待ってから、もう一度お試しください。";
const NO_CALL = "この操作はありません。";

function tell(error: unknown, reads: boolean, trace: Trace = newTrace()): BackendAnswer {
  if (error instanceof Refusal)
    return {
      status: error.status,
      body: { detail: error.detail, errors: error.errors, confirm: error.confirm },
    };
  const down = downOf(error);
  if (down) return { status: down.status, body: { detail: down.detail } };
  // Who only looks waits for an update of the tables, not for a colleague.
  if (isLockedOut(error) && reads) return { status: 503, body: { detail: BUSY } };
  if (isLockedOut(error)) return { status: 409, body: { detail: LOCKED } };
  const { number, company_id: company, person } = trace;
  sayError("api_failed", error, { number, company, person });
  return {
    status: 500,
    body: { detail: `処理に失敗しました。画面を読み込み直して、もう一度お試しください。（番号 ${number}）` },
  };
}

async function contentAnswer(storage: Storage, { blob, headers, icon }: Content): Promise<Response> {
  const kept = await storage.get(blob);
  if (!kept) throw new Error(`the bytes of ${blob} are not in the storage`);
  const bytes = icon ? await iconOf(kept) : kept;
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, "Content-Length": String(bytes.length) },
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
