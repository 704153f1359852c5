import {
  type AppLoadContext,
  createRequestHandler,
  type RequestHandler,
  type ServerBuild,
} from "@remix-run/node";
import { decodedPath } from "~/lib/web/path";

type Route = ServerBuild["routes"][string];

const NOWHERE = "/nowhere";
const TEXT = { "Content-Type": "text/plain; charset=utf-8" };

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

function pattern(path: string): RegExp {
  const parts = path
    .split("/")
    .filter(Boolean)
    .map((part) => {
      if (part === "*") return "(/.*)?";
      const name = part.replace(/\?$/, "");
      const text = name.startsWith(":") ? "/[^/]+" : `/${name.replace(SPECIAL, "\\$&")}`;
      return name === part ? text : `(${text})?`;
    });
  return new RegExp(`^${parts.join("")}/*$`, "i");
}

/**
 * Remix, asked with those routes alone that an address can mean: it matches all that it is given anew at each
 * request, several times, so that with two hundred screens the search costs more than most pages' own work.
 */
export function remixPages(
  build: ServerBuild,
): (request: Request, context: AppLoadContext) => Promise<Response> {
  const routes = Object.values(build.routes).filter((route): route is Route => route !== undefined);
  const above = (route: Route | undefined): Route[] =>
    route ? [...above(build.routes[route.parentId ?? ""]), route] : [];
  const known = routes.map((route) => {
    const line = above(route);
    return { ids: line.map(({ id }) => id), test: pattern(line.map(({ path }) => path ?? "").join("/")) };
  });
  const tops = routes.filter((route) => !route.parentId).map(({ id }) => id);
  const handlers = new Map<string, RequestHandler>();

  function handlerOf(path: string): RequestHandler {
    const kept = new Set([...tops, ...known.filter(({ test }) => test.test(path)).flatMap(({ ids }) => ids)]);
    const key = [...kept].join();
    const before = handlers.get(key);
    if (before) return before;
    const only = <T>(all: Record<string, T>) =>
      Object.fromEntries(Object.entries(all).filter(([id]) => kept.has(id)));
    const assets = { ...build.assets, routes: only(build.assets.routes) };
    const made = createRequestHandler({ ...build, routes: only(build.routes), assets }, "production");
    handlers.set(key, made);
    return made;
  }

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
