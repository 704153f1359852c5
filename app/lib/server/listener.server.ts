import type { IncomingMessage } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Config } from "~/lib/config/config.server";
import { clientAddress, isPrivate } from "~/lib/web/address.server";

/**
 * What the browser sees is a public origin, whatever the proxy calls us: Host and forwarded headers are never
 * believed, nor shown to Remix, whose own check would refuse the posts of a page behind such a proxy.
 */
export function publicListener(
  config: Config,
  fetch: (request: Request, bindings: { ip: string | null }) => Response | Promise<Response>,
) {
  const { origins, trusted_proxy } = config;
  const base = new URL(origins[0]!);
  return getRequestListener(
    (request, { incoming }) => {
      const {
        headers: { host, origin: said, "x-forwarded-for": forwarded },
        socket,
      } = incoming as IncomingMessage;
      const address = clientAddress(socket.remoteAddress, String(forwarded ?? ""), trusted_proxy);
      // All that come through a proxy we were not told of look alike: nobody is shut out for another's sake.
      const ip = config.proxy_unknown && forwarded !== undefined && isPrivate(address) ? null : address;
      const origin =
        origins.find((o) => o === said) ?? origins.find((o) => new URL(o).host === host) ?? base.origin;
      const { pathname, search } = new URL(request.url);
      const shown = new Request(origin + pathname + search, request);
      shown.headers.set("Host", new URL(origin).host);
      shown.headers.delete("X-Forwarded-Host");
      return fetch(shown, { ip });
    },
    { overrideGlobalObjects: false },
  );
}
