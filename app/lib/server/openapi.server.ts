import { z } from "zod";
import type { Call } from "~/lib/api/call.server";
import { tokenAnswer, tokenRequest } from "~/lib/auth/token.schema";

const json = (schema: z.ZodType, io: "input" | "output") => ({
  "application/json": { schema: withoutDialect(z.toJSONSchema(schema, { io, unrepresentable: "any" })) },
});

function withoutDialect({ $schema: _, ...rest }: Record<string, unknown>) {
  return rest;
}

const BYTES = { "*/*": { schema: { type: "string", format: "binary" } } };

function withFiles(schema: z.ZodType) {
  const fields = withoutDialect(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })) as {
    properties?: object;
  };
  const files = { type: "array", items: { type: "string", format: "binary" } };
  return { "multipart/form-data": { schema: { ...fields, properties: { ...fields.properties, files } } } };
}

function parameters(schema: z.ZodType | undefined, place: "path" | "query") {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
  }) as { properties?: Record<string, unknown>; required?: string[] };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: shape,
  }));
}

const REPEAT = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", maxLength: 200 },
  description:
    "同じ値をもう一度送ると、二度行わずに前の答えを返します（7日間）。付けなければ、送るたびに行います。",
};

const HOW_TO =
  "POST /tokens に username と password を送ると id_token が返ります。それを X-Auth に入れて、ほかの呼び出しをします。" +
  "1時間で切れるので、refresh_token で新しいものを受け取ります。POST には Idempotency-Key を付けると、送りなおしても一度だけ行われます。";

const TOKEN_EXAMPLES = {
  password: { value: { username: "program@example.com", password: "…" } },
  refresh: { value: { username: "program@example.com", refresh_token: "…" } },
};

/** The one call that needs no token. */
const signInCall = (refused: object) => ({
  summary: "トークンを受け取る（プログラムのサインイン）",
  security: [],
  parameters: [],
  requestBody: {
    required: true,
    content: {
      "application/json": { ...json(tokenRequest, "input")["application/json"], examples: TOKEN_EXAMPLES },
    },
  },
  responses: {
    201: { description: "OK", content: json(tokenAnswer, "output") },
    401: { description: "ユーザー名またはパスワードが違います", ...refused },
    403: { description: "画面で先にすることがあります（最初のパスワード、二段階認証）", ...refused },
    422: { description: "入力の誤り", ...refused },
    429: { description: "試行回数が多すぎます", ...refused },
  },
});

export function openapi(calls: Call[], title: string) {
  const problem = {
    type: "object",
    required: ["detail"],
    properties: {
      detail: { type: "string", description: "利用者に見せる文" },
      errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
    },
  };
  const refused = { content: { "application/json": { schema: problem } } };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const c of calls) {
    const key = c.method === "POST" ? [REPEAT] : [];
    (paths[c.path] ??= {})[c.method.toLowerCase()] = {
      summary: c.summary,
      parameters: [...parameters(c.params, "path"), ...parameters(c.query, "query"), ...key],
      ...(c.body
        ? {
            requestBody: {
              required: true,
              content: { ...json(c.body, "input"), ...(c.files ? withFiles(c.body) : {}) },
            },
          }
        : {}),
      responses: {
        [c.method === "POST" ? 201 : 200]: {
          description: "OK",
          content: c.content ? BYTES : json(c.answer, "output"),
        },
        401: { description: "サインインが必要です", ...refused },
        403: { description: "権限がありません", ...refused },
        404: { description: "見つかりません", ...refused },
        409: { description: "今の状態ではできません", ...refused },
        422: { description: "入力の誤り", ...refused },
      },
    };
  }
  paths["/tokens"] = { post: signInCall(refused) };
  return {
    openapi: "3.1.0",
    info: { title: `${title} API`, version: "1", description: HOW_TO },
    servers: [{ url: "/api" }],
    security: [{ identity: [] }],
    components: {
      securitySchemes: {
        identity: {
          type: "apiKey",
          in: "header",
          name: "X-Auth",
          description: "POST /tokens が答える id_token（1時間）",
        },
      },
    },
    paths,
  };
}
