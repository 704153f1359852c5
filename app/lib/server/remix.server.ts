import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/node";
import { narrowHandlers } from "~/lib/fast/routes.server";
import { isFast } from "~/lib/fast/switch.server";
import { decodedPath } from "~/lib/web/path";

const NOWHERE = "/nowhere";
const TEXT = { "Content-Type": "text/plain; charset=utf-8" };

export function remixPages(
  build: ServerBuild,
): (request: Request, context: AppLoadContext) => Promise<Response> {
  const whole = createRequestHandler(build, "production");
  const handlerOf = isFast ? narrowHandlers(build) : () => whole;

  const answer = (request: Request, context: AppLoadContext) =>
    handlerOf(decodedPath(new URL(request.url).pathname))(request, context);
  return async (request, context) => {
    const response = await answer(request, context);
    if (!response.headers.has("X-Remix-Error") || response.status >= 500) return response;
    // Nobody reads there, or nobody writes: what Remix says of it is for programmers.
    if (request.method !== "GET")
      return new Response("この操作は受け付けられません。", { status: response.status, headers: TEXT });
    return answer(new Request(new URL(NOWHERE, request.url), { headers: request.headers }), context);
  };
}
