import type { Self } from "~/lib/api/self.schema";
import {
  ACKNOWLEDGE_MESSAGE,
  CREATE_MESSAGE,
  DELETE_MESSAGE,
  isKnown,
  isLasting,
  LIST_MESSAGES,
  UPDATE_MESSAGE,
} from "./documents";
import type { MessageInput } from "./message.schema";
import { expiry, partiesOf } from "./room";

const FORWARDED_HEADERS = ["X-Auth", "X-Acting", "X-Origin", "Accept", "Content-Type"];
/** Passed on by another process: answered where it arrives. */
const FORWARDED = "X-Chat-Passed";
const PATIENCE_MS = 10_000;
const AWAY = "チャットにつながりません。しばらく待ってから、もう一度お試しください。";
const FAILED = "処理に失敗しました。画面を読み込み直して、もう一度お試しください。";
const UNSENT = "メッセージを送信できませんでした。もう一度お試しください。";

type Asked = { method: string; path: string; body?: unknown; headers: Headers };
type Backend = (method: string, path: string, body: object) => Promise<Response>;
type Answer = {
  data?: Record<string, any> | null;
  errors?: { message: string; extensions?: { code?: string; errors?: Record<string, string[]> } }[];
};
type Graphql = { fetch: (request: Request) => Response | Promise<Response> };
export type RemoteChat = ReturnType<typeof remoteChat>;

const LISTED = /^\/chats\/rooms\/([^/]+)\/messages$/;
const CHANGED = /^\/chats\/rooms\/([^/]+)\/(edit|delete|acknowledge)$/;
const CHANGES: Record<string, string> = {
  edit: UPDATE_MESSAGE,
  delete: DELETE_MESSAGE,
  acknowledge: ACKNOWLEDGE_MESSAGE,
};
type Change = { message_id: string; message?: string; version?: number; is_acknowledged?: boolean };
const refusal = (status: number, detail: string, errors?: Record<string, string[]>) =>
  Response.json({ detail, errors }, { status });

/**
 * CHAT_GRAPHQL_URL: the operations go there in the asker's name. `origin`: our public one, which the
 * other side checks; `here`: the GraphQL of this process.
 */
export function remoteChat(url: string, origin: string, here: Graphql) {
  function send(body: string, given: Headers, signal: AbortSignal): Promise<Response> {
    const headers = new Headers({ Origin: origin, [FORWARDED]: "1" });
    for (const name of FORWARDED_HEADERS) if (given.has(name)) headers.set(name, given.get(name)!);
    // A token goes to the configured address alone, not where it redirects to.
    return fetch(url, { method: "POST", headers, body, signal, redirect: "error" });
  }

  async function operate(
    query: string,
    variables: object,
    given: Headers,
    none: () => Response,
  ): Promise<Response> {
    const headers = new Headers(given);
    headers.set("Accept", "application/json");
    headers.set("Content-Type", "application/json");
    const answer = await send(
      JSON.stringify({ query, variables }),
      headers,
      AbortSignal.timeout(PATIENCE_MS),
    ).catch(() => null);
    if (!answer || answer.status >= 500) return refusal(503, AWAY);
    const { data, errors } = (await answer.json().catch(() => ({}))) as Answer;
    if (errors?.[0]) {
      const { message, extensions } = errors[0];
      const code = Number(extensions?.code);
      return code >= 400 && code < 600 ? refusal(code, message, extensions?.errors) : refusal(502, FAILED);
    }
    const [found] = Object.values(data ?? {});
    return found ? Response.json(found) : none();
  }

  function speak(
    { method, path, body, headers }: Asked,
    who: Self | undefined,
    backend: Backend,
  ): Promise<Response> | null {
    const { pathname, searchParams } = new URL(path, "http://backend.internal");
    const room = method === "GET" && LISTED.exec(pathname)?.[1];
    if (room && [...searchParams.keys()].every((name) => name === "limit" || name === "nextToken")) {
      const limit = searchParams.get("limit");
      const variables = {
        roomId: decodeURIComponent(room),
        limit: limit && Number(limit),
        sortDirection: "DESC",
        nextToken: searchParams.get("nextToken"),
      };
      return operate(LIST_MESSAGES, variables, headers, () => Response.json({ items: [], nextToken: null }));
    }
    const [, changed, act] = (method === "POST" && CHANGED.exec(pathname)) || [];
    if (changed && act) {
      const { message_id, message, version, is_acknowledged } = body as Change;
      const input = {
        id: message_id,
        roomId: decodeURIComponent(changed),
        message,
        version,
        isAcknowledged: is_acknowledged,
      };
      return operate(CHANGES[act]!, { input }, headers, () => refusal(502, FAILED));
    }
    if (method !== "POST" || pathname !== "/chats/messages" || (body as MessageInput).ask) return null;
    return create(body as MessageInput, headers, who, backend);
  }

  async function create(
    { id, roomId, message, productId, taskId, replyTo, send: tells }: MessageInput,
    headers: Headers,
    who: Self | undefined,
    backend: Backend,
  ) {
    const parties = partiesOf(roomId);
    const collabFactory = parties?.seller_id === who?.company_id ? parties?.buyer_id : parties?.seller_id;
    const input = {
      id,
      roomId,
      message,
      productId,
      taskId,
      replyTo,
      unixtime: expiry(new Date().toISOString()),
      owner: who?.username,
      ownerFactory: who?.company_id,
      collabFactory,
    };
    const made = await operate(CREATE_MESSAGE, { input }, headers, () => refusal(502, UNSENT));
    if (!made.ok || !tells) return made;
    // A repeat after a failure is the same message, and notifies the others then.
    const told = await backend("POST", "/chats/send", { room_id: roomId });
    return told.ok ? made : told;
  }

  async function pass(request: Request): Promise<Response> {
    if (request.method !== "POST" || request.headers.has(FORWARDED)) return here.fetch(request);
    const text = await request.text();
    const query = queryIn(text);
    if (!isKnown(query))
      return here.fetch(new Request(request.url, { method: "POST", headers: request.headers, body: text }));
    const signal = isLasting(query!)
      ? request.signal
      : AbortSignal.any([request.signal, AbortSignal.timeout(PATIENCE_MS)]);
    const answer = await send(text, request.headers, signal).catch(() => null);
    if (!answer)
      return Response.json(
        { errors: [{ message: AWAY, extensions: { code: "503" } }] },
        { status: 503, headers: { "Retry-After": "5" } },
      );
    const headers = new Headers({ "Cache-Control": "no-store" });
    const kind = answer.headers.get("Content-Type");
    if (kind) headers.set("Content-Type", kind);
    return new Response(answer.body, { status: answer.status, headers });
  }

  return { speak, graphql: { fetch: pass } };
}

function queryIn(text: string): string | null {
  try {
    const { query } = JSON.parse(text) as { query?: unknown };
    return typeof query === "string" ? query : null;
  } catch {
    return null;
  }
}
