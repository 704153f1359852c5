import { createHash } from "node:crypto";
import type { Reading } from "~/lib/api/backend";
import type { Call } from "~/lib/api/call.server";
import { type Claims, type Identity, identityOf } from "~/lib/api/identity";
import { Refusal, SIGN_IN_AGAIN } from "~/lib/api/refusal";
import { checked, checkedQuery } from "~/lib/api/request.server";
import type { Self } from "~/lib/api/self.schema";
import type { Source, Who } from "~/lib/api/who";
import { actingGrave, actingProblem, graveQuestion } from "~/lib/auth/acting";
import { findActing, recordActing } from "~/lib/auth/acting.server";
import { NOWHERE, type SecurityLog } from "~/lib/auth/security.server";
import { type Beside, findSelf } from "~/lib/auth/self.server";
import { type Database, operator, type Tx, tenant } from "~/lib/db/connection.server";
import { DISK_FULL } from "~/lib/db/failure.server";
import { isFull } from "~/lib/db/space.server";
import type { Storage } from "~/lib/file/storage.server";
import { boundedJson, JSON_BODY, TOO_MANY } from "~/lib/text/bounds";
import type { Permission } from "~/lib/vocabulary/permission";
import { type Answer, once } from "./idempotency.server";
import { turns } from "./turn.server";
import { isMultipart, receive } from "./upload.server";

export type Asked = Omit<Reading, "token"> & {
  token: string | undefined;
  method: string;
  path: string;
  url: string;
  params: Record<string, string>;
  key?: string;
  confirmed?: string;
  request?: Request;
  /** Its session was looked at when the page was asked for. */
  isVisit?: true;
};
export type Setup = {
  db: Database;
  verify: (token: string) => Promise<Claims>;
  /** Whether ended sign-ins are known: another pool tells nobody of them, and a token lasts its hour. */
  knowsEnded: boolean;
  revision: number;
  product_name: string;
  storage: Storage;
  security: SecurityLog;
};
type Performed = Answer & { first_time?: string };

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
  const lacks = (right: Permission) => !who.permissions.includes(right);
  if ((call.permission && lacks(call.permission)) || (call.amounts && lacks("accounting")))
    return "この操作をする権限がありません。管理者にお問い合わせください。";
  if (call.admin && !who.is_admin) return "管理者だけができる操作です。";
  return null;
}

/** Staff confirm what they issue for a company by sending back the mark of exactly what they were asked. */
function checkConfirmed(call: Call, who: Who, mark: string | undefined, request: string): void {
  if (!who.acting || !actingGrave(call.method, call.path)) return;
  const wanted = createHash("sha256").update(`${who.acting.key}\n${request}`).digest("base64url");
  if (mark !== wanted) throw new Refusal(428, graveQuestion(who.company_name), undefined, wanted);
}

function parsed(text: string): unknown {
  if (!boundedJson(text, JSON_BODY)) throw new Refusal(413, TOO_MANY);
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "送信された内容を読み取れませんでした。");
  }
}

/** Checks the token, the rights as they stand now and the input, then runs the call in one transaction. */
export function performer(setup: Setup) {
  const inTurn = turns();
  async function identify(token: string | undefined): Promise<Claims> {
    if (!token) throw new Refusal(401, "User needs to be authenticated to call this API.");
    return setup.verify(token).catch(() => {
      throw new Refusal(401, SIGN_IN_AGAIN);
    });
  }

  async function admit(db: Tx, call: Call, asked: Asked, identity: Identity, beside: Beside): Promise<Who> {
    const self = asked.self ?? (await findSelf(db, identity, beside));
    if (!self)
      throw new Refusal(
        call.path === "/users/self" ? 404 : 401,
        "アカウントが使えません。管理者にお問い合わせください。",
      );
    const who = whoOf(self, asked.origin, asked.from);
    if (asked.from?.trace) Object.assign(asked.from.trace, { company_id: self.company_id, person: self.id });
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

  return async function perform(call: Call, asked: Asked): Promise<Performed> {
    const { key, request: sent } = asked;
    const claims = await identify(asked.token);
    const identity = identityOf(claims);
    if (key && key.length > 200) throw new Refusal(400, "Idempotency-Key は 200 文字以内で付けてください。");
    if (call.method !== "GET" && (await isFull(setup.db))) throw new Refusal(507, DISK_FULL);

    const stand = call.internal ? null : await findActing(setup.db, asked.acting, identity);
    const reached = { company_id: stand?.company_id ?? identity.factoryId, username: identity.username };
    const sign_in = setup.knowsEnded && !asked.isVisit ? claims.origin_jti : undefined;
    const admitted = (db: Tx) => admit(db, call, asked, identity, { stand, sign_in });
    // Files are looked at and stored before the transaction, but not for just anybody.
    const upload =
      call.files && sent && isMultipart(sent)
        ? await tenant(setup.db, reached, admitted, "read").then(() =>
            receive(sent, call.files!, setup, reached),
          )
        : null;
    const text = upload ? upload.text : call.body && sent ? await sent.text() : "";

    async function run(db: Tx): Promise<Performed> {
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
      checkConfirmed(call, who, asked.confirmed, request);
      const act = async () => {
        const answer = (await call.run(db, who, input)) ?? null;
        if (who.acting && call.method !== "GET")
          await recordActing(db, who, { summary: call.summary, method: call.method, path: asked.path });
        return { status: call.method === "POST" ? 201 : 200, body: answer };
      };
      return key && (who.acting || !call.repeatable)
        ? once(db, who.company_id, who.username, key, request, act)
        : act();
    }

    const mode = call.method === "GET" ? "read" : "write";
    const transaction = () => {
      if (call.internal && identity.isInternal) return operator(setup.db, run, mode);
      return asked.reads ? asked.reads(reached, run) : tenant(setup.db, reached, run, mode);
    };
    const performed = call.inTurn ? inTurn(reached.company_id ?? "", transaction) : transaction();
    const answer = await performed.catch(async (error) => {
      await upload?.discard();
      throw error;
    });
    if (answer.first_time) await upload?.discard();
    return answer;
  };
}
