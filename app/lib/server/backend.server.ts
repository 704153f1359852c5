import { createHash } from "node:crypto";
import { Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import type { Backend, BackendAnswer, Reading } from "~/lib/api/backend";
import { FIRST_TIME } from "~/lib/api/backend";
import type { Call } from "~/lib/api/call.server";
import { type Claims, identityOf } from "~/lib/api/identity";
import { Refusal } from "~/lib/api/refusal";
import { checked, checkedQuery } from "~/lib/api/request.server";
import type { Self } from "~/lib/api/self.schema";
import type { Who } from "~/lib/api/who";
import { type Source } from "~/lib/api/who";
import { actingGrave, actingProblem, graveQuestion } from "~/lib/auth/acting";
import { findActing, recordActing } from "~/lib/auth/acting.server";
import { NOWHERE, type SecurityLog } from "~/lib/auth/security.server";
import { findSelf } from "~/lib/auth/self.server";
import { type Database, operator, type Tx, tenant } from "~/lib/db/connection.server";
import { DISK_FULL, downOf, loggable } from "~/lib/db/failure.server";
import { isFull } from "~/lib/db/space.server";
import type { Content } from "~/lib/file/file.content.server";
import type { Storage } from "~/lib/file/storage.server";
import { boundedJson, TOO_MANY } from "~/lib/text/bounds";
import { type Answer, once } from "./idempotency.server";
import { openapi } from "./openapi.server";
import { isMultipart, receive } from "./upload.server";

type Asked = Omit<Reading, "token"> & {
  token: string | undefined;
  method: string;
  path: string;
  url: string;
  params: Record<string, string>;
  key?: string;
  confirmed?: string;
  request?: Request;
};
type Setup = {
  db: Database;
  verify: (token: string) => Promise<Claims>;
  revision: number;
  product_name: string;
  storage: Storage;
  security: SecurityLog;
};

const ORIGINS = new Set(["PC", "スマホ", "QR", "CSV", "API"]);

function whoOf(self: Self, origin: string | undefined, from: Source | undefined): Who {
  return {
    ...self,
    company_id: self.company_id ?? "",
    origin: origin && ORIGINS.has(origin) ? origin : "API",
    now: new Date().toISOString(),
    from,
  };
}

/** Why this person may not make this call, or null. */
function refused(call: Call, who: Who): string | null {
  if (call.internal && !who.isInternal) return "この操作をする権限がありません。";
  const blocked = who.acting && actingProblem(who.acting.mode, call.method, call.path);
  if (blocked) return blocked;
  if (call.side && who.company_type !== call.side) return "この操作をする権限がありません。";
  if (call.permission && !who.permissions.includes(call.permission))
    return "この操作をする権限がありません。管理者にお問い合わせください。";
  if (call.admin && !who.is_admin) return "管理者だけができる操作です。";
  return null;
}

/**
 * Staff say twice what they issue for a company: the second time with the mark of exactly what they were
 * asked about.
 */
function confirmed(call: Call, who: Who, mark: string | undefined, request: string): void {
  if (!who.acting || !actingGrave(call.method, call.path)) return;
  const wanted = createHash("sha256").update(`${who.acting.key}\n${request}`).digest("base64url");
  if (mark !== wanted) throw new Refusal(428, graveQuestion(who.company_name), undefined, wanted);
}

/**
 * The REST API: each call checks the X-Auth token, the person's rights as they stand now, and its input, then
 * runs in one transaction.
 */
export function backend(calls: Call[], setup: Setup): Backend {
  const app = new Hono<{ Bindings: { from?: Source } }>();
  const document = JSON.stringify(openapi(calls, setup.product_name));

  app.use(async (c, next) => {
    await next();
    c.res.headers.set("X-Revision", String(setup.revision));
    if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
  });
  app.get("/openapi.json", (c) => c.body(document, 200, { "Content-Type": "application/json" }));

  async function perform(call: Call, asked: Asked): Promise<Answer & { first_time?: string }> {
    const { token, key } = asked;
    if (!token) throw new Refusal(401, "User needs to be authenticated to call this API.");
    const identity = identityOf(
      await setup.verify(token).catch(() => {
        throw new Refusal(401, "もう一度サインインしてください。");
      }),
    );
    if (key && key.length > 200) throw new Refusal(400, "Idempotency-Key は 200 文字以内で付けてください。");

    if (call.method !== "GET" && (await isFull(setup.db))) throw new Refusal(507, DISK_FULL);

    const stand = call.internal ? null : await findActing(setup.db, asked.acting, identity);
    const reached = { company_id: stand?.company_id ?? identity.factoryId, username: identity.username };
    async function admitted(db: Tx): Promise<Who> {
      const self = asked.self ?? (await findSelf(db, identity, stand));
      if (!self)
        throw new Refusal(
          call.path === "/users/self" ? 404 : 401,
          "アカウントが使えません。管理者にお問い合わせください。",
        );
      const who = whoOf(self, asked.origin, asked.from);
      const no = refused(call, who);
      if (!no) return who;
      const fact = {
        event: "refused",
        name: who.username,
        company_id: who.company_id || null,
        reason: `${asked.method} ${asked.path}`,
      } as const;
      void setup.security.note(asked.from ?? NOWHERE, fact);
      throw new Refusal(403, no);
    }
    // Files are looked at and stored before the transaction, but not for just anybody.
    const upload =
      call.files && asked.request && isMultipart(asked.request)
        ? await tenant(setup.db, reached, admitted, "read").then(() =>
            receive(asked.request!, call.files!, setup, reached),
          )
        : null;
    const text = upload ? upload.text : call.body && asked.request ? await asked.request.text() : "";
    const mode = call.method === "GET" ? "read" : "write";
    const within = (run: (db: Tx) => Promise<Answer & { first_time?: string }>) =>
      call.internal && identity.isInternal
        ? operator(setup.db, run, mode)
        : asked.reads
          ? asked.reads(reached, run)
          : tenant(setup.db, reached, run, mode);
    const answer = await within(async (db) => {
      const who = await admitted(db);
      const input = {
        params: checked(call.params, asked.params, 404) as never,
        query: checkedQuery(call.query, asked.url) as never,
        body: (call.body
          ? checked(call.body, upload ? upload.fields : parsed(text), 422)
          : undefined) as never,
        files: upload?.files ?? [],
      };
      const request = `${asked.method} ${asked.path}\n${text}`;
      confirmed(call, who, asked.confirmed, request);
      const run = async () => {
        const body = (await call.run(db, who, input)) ?? null;
        if (who.acting && call.method !== "GET")
          await recordActing(db, who, { summary: call.summary, method: call.method, path: asked.path });
        return { status: call.method === "POST" ? 201 : 200, body };
      };
      return key && (who.acting || !call.repeatable)
        ? once(db, who.company_id, who.username, key, request, run)
        : run();
    }).catch(async (error) => {
      await upload?.discard();
      throw error;
    });
    if (answer.first_time) await upload?.discard();
    return answer;
  }

  const reads = new TrieRouter<Call>();
  for (const call of calls) {
    const path = call.path.replace(/\{(\w+)\}/g, ":$1");
    if (call.method === "GET") reads.add("GET", path, call);
    app.on(call.method, path, async (c) => {
      const head = (name: string) => c.req.header(name);
      const answer = await perform(call, {
        from: c.env?.from,
        token: head("X-Auth"),
        acting: head("X-Acting"),
        origin: decoded(head("X-Origin") ?? "API"),
        self: undefined,
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

  async function read(address: string, reading: Reading): Promise<BackendAnswer> {
    const url = `http://backend.internal${address}`;
    const path = new URL(url).pathname;
    const [found] = reads.match("GET", path)[0];
    try {
      if (!found) throw new Refusal(404, NO_CALL);
      const [call, named] = found as [Call, Record<string, string>];
      const params = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, decoded(value)]));
      return await perform(call, { ...reading, method: "GET", path, url, params });
    } catch (error) {
      return tell(error);
    }
  }

  app.notFound((c) => c.json({ detail: NO_CALL }, 404));
  app.onError((error, c) => {
    const { status, body } = tell(error);
    return c.json(body as object, status as 500);
  });
  return { fetch: async (request, from) => app.fetch(request, { from }), read };
}

const NO_CALL = "この操作はありません。";

/** What whoever asked is told of a failure; what is a fault of ours is kept with its number. */
function tell(error: unknown): BackendAnswer {
  if (error instanceof Refusal)
    return {
      status: error.status,
      body: { detail: error.detail, errors: error.errors, confirm: error.confirm },
    };
  const down = downOf(error);
  if (down) return { status: down.status, body: { detail: down.detail } };
  const number = crypto.randomUUID().slice(0, 8);
  console.error(`[${number}]`, loggable(error));
  return {
    status: 500,
    body: { detail: `処理に失敗しました。画面を読み込み直して、もう一度お試しください。（番号 ${number}）` },
  };
}

async function contentAnswer(storage: Storage, { blob, headers }: Content): Promise<Response> {
  const bytes = await storage.get(blob);
  if (!bytes) throw new Error(`the bytes of ${blob} are not in the storage`);
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

/** Rows of an import come 500 at a time, with up to 200 cells. */
const BODY = { values: 150_000, depth: 12 };

function parsed(text: string): unknown {
  if (!boundedJson(text, BODY)) throw new Refusal(413, TOO_MANY);
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "送信された内容を読み取れませんでした。");
  }
}
