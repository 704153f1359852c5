import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";

type Route = ServerBuild["routes"][string];

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

/** Remix matches all routes it is given several times a request: a third of a board's time (decision 060). */
export function narrowHandlers(build: ServerBuild): (path: string) => RequestHandler {
  const routes = Object.values(build.routes).filter((route): route is Route => route !== undefined);
  const above = (route: Route | undefined): Route[] =>
    route ? [...above(build.routes[route.parentId ?? ""]), route] : [];
  const known = routes.map((route) => {
    const line = above(route);
    return { ids: line.map(({ id }) => id), test: pattern(line.map(({ path }) => path ?? "").join("/")) };
  });
  const tops = routes.filter((route) => !route.parentId).map(({ id }) => id);
  const handlers = new Map<string, RequestHandler>();

  return (path) => {
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
  };
}
