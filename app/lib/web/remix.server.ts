import { createRequestHandler, type AppLoadContext, type ServerBuild } from "@remix-run/node";

type Route = ServerBuild["routes"][string];

/**
 * Remix, asked with the routes of one tab alone: it matches all that it is given anew at each request, several times, so that with a
 * hundred screens the search costs more than most pages' own work.
 */
export function remixPages(build: ServerBuild): (request: Request, context: AppLoadContext) => Promise<Response> {
  const routes = Object.values(build.routes).filter((route): route is Route => route !== undefined);
  const pathOf = (route: Route | undefined): string => (route ? `${pathOf(build.routes[route.parentId ?? ""])}/${route.path ?? ""}` : "");
  const tabOf = (route: Route) => pathOf(route).split("/").find(Boolean)?.toLowerCase() ?? "";
  /** In every tab: the root, the front page, and what begins with no fixed word. */
  const everywhere = (route: Route) => /^($|:|\*)/.test(tabOf(route)) || tabOf(route).endsWith("?");

  const handlers = new Map(["", ...routes.map(tabOf)].map((tab) => {
    const kept = new Set(routes.filter((route) => everywhere(route) || tabOf(route) === tab).map((route) => route.id));
    const only = <T>(all: Record<string, T>) => Object.fromEntries(Object.entries(all).filter(([id]) => kept.has(id)));
    const assets = { ...build.assets, routes: only(build.assets.routes) };
    return [tab, createRequestHandler({ ...build, routes: only(build.routes), assets }, "production")];
  }));

  return (request, context) => {
    const tab = new URL(request.url).pathname.split("/").find(Boolean) ?? "";
    return (handlers.get(named(tab)) ?? handlers.get("")!)(request, context);
  };
}

function named(segment: string): string {
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch {
    return "";
  }
}
