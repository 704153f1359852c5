import { createHash } from "node:crypto";
import { Hono } from "hono";
import { actingGrave, actingProblem, graveQuestion } from "~/lib/auth/acting";
import { findActing, recordActing } from "~/lib/auth/acting.server";
import { identityOf, type Claims } from "~/lib/auth/identity";
import { findSelf } from "~/lib/auth/self.server";
import type { Self } from "~/lib/auth/user.schema";
import type { Who } from "~/lib/auth/who";
import { operator, tenant, type Database, type Tenant, type Tx } from "~/lib/db/connection.server";
import { isUnavailable, loggable } from "~/lib/db/failure.server";
import type { Call } from "./call.server";
import { once, type Answer } from "./idempotency.server";
import type { Content } from "~/lib/file/file.content.server";
import type { Storage } from "~/lib/file/storage.server";
import { openapi } from "./openapi.server";
import { Refusal } from "./refusal";
import { checked, queryOf } from "./request.server";
import { isMultipart, receive } from "./upload.server";

export type Backend = { fetch: (request: Request) => Promise<Response> };
type Setup = { db: Database; verify: (token: string) => Promise<Claims>; revision: number; product_name: string; storage: Storage };

const ORIGINS = new Set(["PC", "スマホ", "QR", "CSV", "API"]);

function whoOf(self: Self, origin: string | undefined): Who {
  return { ...self, company_id: self.company_id ?? "", origin: origin && ORIGINS.has(origin) ? origin : "API", now: new Date().toISOString() };
}

/** Why this person may not make this call, or null. */
function refused(call: Call, who: Who): string | null {
  if (call.internal && !who.isInternal) return "この操作をする権限がありません。";
  const blocked = who.acting && actingProblem(who.acting.mode, call.method, call.path);
  if (blocked) return blocked;
  if (call.side && who.company_type !== call.side) return "この操作をする権限がありません。";
  if (call.permission && !who.permissions.includes(call.permission)) return "この操作をする権限がありません。管理者にお問い合わせください。";
  if (call.admin && !who.is_admin) return "管理者だけができる操作です。";
  return null;
}

/** Staff say twice what they issue for a company: the second time with the mark of exactly what they were asked about. */
function confirmed(call: Call, who: Who, mark: string | undefined, request: string): void {
  if (!who.acting || !actingGrave(call.method, call.path)) return;
  const wanted = createHash("sha256").update(`${who.acting.key}\n${request}`).digest("base64url");
  if (mark !== wanted) throw new Refusal(428, graveQuestion(who.company_name), undefined, wanted);
}

/** The REST API: each call checks the X-Auth token, the person's rights as they stand now, and its input, then runs in one transaction. */
export function backend(calls: Call[], setup: Setup): Backend {
  const app = new Hono();
  const document = JSON.stringify(openapi(calls, setup.product_name));

  app.use(async (c, next) => {
    await next();
    c.res.headers.set("X-Revision", String(setup.revision));
    if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
  });
  app.get("/openapi.json", (c) => c.body(document, 200, { "Content-Type": "application/json" }));

  for (const call of calls) {
    const mode = call.method === "GET" ? "read" : "write";
    const within = (reached: Tenant | null) => (run: (db: Tx) => Promise<Answer & { replayed?: boolean }>) =>
      reached ? tenant(setup.db, reached, run, mode) : operator(setup.db, run, mode);
    app.on(call.method, call.path.replace(/\{(\w+)\}/g, ":$1"), async (c) => {
      const token = c.req.header("X-Auth");
      if (!token) throw new Refusal(401, "サインインしてください。");
      const identity = identityOf(await setup.verify(token).catch(() => { throw new Refusal(401, "もう一度サインインしてください。"); }));
      const key = call.method === "POST" ? c.req.header("Idempotency-Key") : undefined;
      if (call.method === "POST" && !(key && key.length <= 200)) throw new Refusal(400, "Idempotency-Key を 200 文字以内で付けてください。");

      const stand = call.internal ? null : await findActing(setup.db, c.req.header("X-Acting"), identity);
      const reached = { company_id: stand?.company_id ?? identity.factoryId, username: identity.username };
      async function admitted(db: Tx): Promise<Who> {
        const self = await findSelf(db, identity, stand);
        if (!self) throw new Refusal(call.path === "/users/self" ? 404 : 401, "アカウントが使えません。管理者にお問い合わせください。");
        const who = whoOf(self, decodeURIComponent(c.req.header("X-Origin") ?? "API"));
        const no = refused(call, who);
        if (no) throw new Refusal(403, no);
        return who;
      }
      // Files are looked at and stored before the transaction, but not for just anybody.
      const upload = call.files && isMultipart(c.req.raw)
        ? await tenant(setup.db, reached, admitted, "read").then(() => receive(c.req.raw, call.files!, setup, reached)) : null;
      const text = upload ? upload.text : call.body ? await c.req.text() : "";
      const answer = await within(call.internal && identity.isInternal ? null : reached)(async (db) => {
        const who = await admitted(db);
        const input = {
          params: checked(call.params, c.req.param(), 404) as never,
          query: checked(call.query, queryOf(c.req.url), 422) as never,
          body: (call.body ? checked(call.body, upload ? upload.fields : parsed(text), 422) : undefined) as never,
          files: upload?.files ?? [],
        };
        confirmed(call, who, c.req.header("X-Confirmed"), `${c.req.method} ${c.req.path}\n${text}`);
        const run = async () => {
          const body = await call.run(db, who, input) ?? null;
          if (who.acting && call.method !== "GET") await recordActing(db, who, { summary: call.summary, method: call.method, path: c.req.path });
          return { status: key ? 201 : 200, body };
        };
        return key ? once(db, who.company_id, who.username, key, `${c.req.method} ${c.req.path}\n${text}`, run) : run();
      }).catch(async (error) => { await upload?.discard(); throw error; });
      if (answer.replayed) await upload?.discard();
      if (call.content) return contentAnswer(setup.storage, answer.body as Content);
      if (answer.replayed) c.header("Idempotent-Replayed", "true");
      return c.json(answer.body as object, answer.status as 200);
    });
  }

  app.notFound((c) => c.json({ detail: "この操作はありません。" }, 404));
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json({ detail: error.detail, errors: error.errors, confirm: error.confirm }, error.status);
    if (isUnavailable(error)) return c.json({ detail: "ただいま混み合っています。しばらく待ってから、もう一度お試しください。" }, 503, { "Retry-After": "5" });
    const number = crypto.randomUUID().slice(0, 8);
    console.error(`[${number}]`, loggable(error));
    return c.json({ detail: `処理に失敗しました。画面を読み込み直して、もう一度お試しください。（番号 ${number}）` }, 500);
  });
  return { fetch: async (request) => app.fetch(request) };
}

async function contentAnswer(storage: Storage, { blob, headers }: Content): Promise<Response> {
  const bytes = await storage.get(blob);
  if (!bytes) throw new Error(`the bytes of ${blob} are not in the storage`);
  return new Response(new Uint8Array(bytes), { headers: { ...headers, "Content-Length": String(bytes.length) } });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "送信された内容を読み取れませんでした。");
  }
}
