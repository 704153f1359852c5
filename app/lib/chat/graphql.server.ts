import type { Repeater as Following } from "graphql-yoga";
import type { Backend } from "~/lib/api/backend";
import { onceKey } from "~/lib/api/once.key.server";
import { isKnown, SCHEMA } from "./documents";
import type { Hub } from "./hub.server";
import type { Message } from "./message.schema";

const RECHECK_MS = 4_000;
type Context = { request: Request };
type At = { id: string; roomId: string };
const FAILED = "処理に失敗しました。画面を読み込み直して、もう一度お試しください。";

export async function chatGraphql(backend: Backend, hub: () => Hub) {
  // Loaded with the first call: it takes a fifth of a start.
  const { createGraphQLError, createSchema, createYoga, Repeater } = await import("graphql-yoga");

  /** Refusals are shown, faults are not. */
  const toGraphqlError = (error: unknown) =>
    (error as { extensions?: { code?: string } }).extensions?.code
      ? (error as Error)
      : createGraphQLError(FAILED);

  async function ask(
    request: Request,
    method: string,
    path: string,
    body?: object,
    key: string = crypto.randomUUID(),
  ): Promise<any> {
    const once = { "Idempotency-Key": onceKey(key) };
    const headers = new Headers({ "X-Auth": "", "Content-Type": "application/json", ...once });
    for (const name of ["X-Auth", "X-Acting", "X-Origin"])
      if (request.headers.has(name)) headers.set(name, request.headers.get(name)!);
    const answer = await backend.fetch(
      new Request(`http://backend.internal${path}`, { method, headers, body: body && JSON.stringify(body) }),
    );
    const result = await answer.json();
    if (!answer.ok)
      throw createGraphQLError(result.detail, {
        extensions: { code: String(answer.status), errors: result.errors },
      });
    return result;
  }

  const messagesOf = (request: Request, roomId: string, query: Record<string, unknown>) => {
    const asked = Object.entries(query).flatMap(([name, value]) =>
      value == null ? [] : [[name, String(value)]],
    );
    return ask(
      request,
      "GET",
      `/chats/rooms/${encodeURIComponent(roomId)}/messages?${new URLSearchParams(asked)}`,
    );
  };

  const change = (request: Request, act: string, { id, roomId }: At, body: object) =>
    ask(request, "POST", `/chats/rooms/${encodeURIComponent(roomId)}/${act}`, { message_id: id, ...body });

  /** Access to the room is checked again every few seconds. */
  async function follow(
    request: Request,
    roomId: string,
    field: "onCreateMessage" | "onUpdateMessage",
  ): Promise<Following<Record<string, Message>>> {
    const { company_id } = await ask(request, "GET", "/users/self");
    await messagesOf(request, roomId, { limit: 1 });
    const early: Message[] = [];
    let tell = (message: Message) => void early.push(message);
    const leave = await hub().follow(company_id, (message, isNew) => {
      if (message.roomId === roomId && isNew === (field === "onCreateMessage")) tell(message);
    });
    const unclaimed = setTimeout(leave, RECHECK_MS);
    unclaimed.unref();
    return new Repeater(async (push, stop) => {
      clearTimeout(unclaimed);
      tell = (message) => void push({ [field]: message });
      early.forEach((message) => tell(message));
      const timer = setInterval(
        () => messagesOf(request, roomId, { limit: 1 }).catch(() => stop()),
        RECHECK_MS,
      );
      timer.unref();
      await stop;
      clearInterval(timer);
      leave();
    });
  }

  const schema = createSchema<Context>({
    typeDefs: SCHEMA,
    resolvers: {
      Query: {
        listMessagesSortByTime: (_: unknown, { roomId, limit, nextToken }, { request }) =>
          messagesOf(request, roomId, { limit, nextToken }),
      },
      // Sender, company and expiry are the server's, whatever a client sends.
      Mutation: {
        createMessage: (_: unknown, { input }, { request }) => {
          const { id, roomId, message, productId, taskId, replyTo } = input;
          const said = { id, roomId, message, productId, taskId, replyTo: replyTo ?? undefined };
          return ask(request, "POST", "/chats/messages", said, id);
        },
        updateMessage: (_: unknown, { input: { message, version, ...at } }, { request }) =>
          change(request, "edit", at, { message, version }),
        deleteMessage: (_: unknown, { input: { version, ...at } }, { request }) =>
          change(request, "delete", at, { version }),
        acknowledgeMessage: (_: unknown, { input: { isAcknowledged, ...at } }, { request }) =>
          change(request, "acknowledge", at, { is_acknowledged: isAcknowledged }),
      },
      Subscription: {
        onCreateMessage: {
          subscribe: (_: unknown, { roomId }, { request }) => follow(request, roomId, "onCreateMessage"),
        },
        onUpdateMessage: {
          subscribe: (_: unknown, { roomId }, { request }) => follow(request, roomId, "onUpdateMessage"),
        },
      },
    },
  });

  return createYoga<object, Context>({
    schema,
    graphqlEndpoint: "*",
    graphiql: false,
    landingPage: false,
    logging: false,
    cors: false,
    batching: false,
    multipart: false,
    maskedErrors: { maskError: toGraphqlError },
    plugins: [
      {
        onParams: ({ params }) => {
          if (!isKnown(params.query))
            throw createGraphQLError("この操作はありません。", {
              extensions: { code: "400", http: { status: 400 } },
            });
        },
      },
    ],
  });
}
