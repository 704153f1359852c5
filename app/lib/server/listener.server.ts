import type { IncomingMessage } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Config } from "~/lib/config/config.server";
import { clientAddress, isPrivate } from "~/lib/web/address.server";
import { traceOf } from "./access.server";
import type { RequestEnv } from "./arrival.server";

/**
 * What of a body no route has read is read before the answer goes out: @hono/node-server gives half a second
 * for it, cannot have it while a stream of the body waits to be read, and then ends the connection under the
 * next request.
 */
async function readOut(incoming: IncomingMessage): Promise<void> {
  if (incoming.readableEnded || incoming.destroyed) return;
  const over = new Promise<unknown>((done) => incoming.once("end", done).once("close", done));
  incoming.removeAllListeners("data").resume();
  await over;
}

/**
 * What the browser sees is a public origin, whatever the proxy calls us: Host and forwarded headers are never
 * believed, nor shown to Remix, whose own check would refuse the posts of a page behind such a proxy.
 */
export function publicListener(
  config: Config,
  fetch: (request: Request, bindings: RequestEnv["Bindings"]) => Response | Promise<Response>,
) {
  const { origins, trusted_proxy } = config;
  const base = new URL(origins[0]!);
  return getRequestListener(
    async (request, bindings) => {
      const incoming = bindings.incoming as IncomingMessage;
      const {
        headers: { host, origin: said, "x-forwarded-for": forwarded },
        socket,
      } = incoming;
      const address = clientAddress(socket.remoteAddress, String(forwarded ?? ""), trusted_proxy);
      // All that come through a proxy we were not told of look alike: nobody is shut out for another's sake.
      const ip = config.proxy_unknown && forwarded !== undefined && isPrivate(address) ? null : address;
      const origin =
        origins.find((o) => o === said) ?? origins.find((o) => new URL(o).host === host) ?? base.origin;
      const { pathname, search } = new URL(request.url);
      const shown = new Request(origin + pathname + search, request);
      shown.headers.set("Host", new URL(origin).host);
      shown.headers.delete("X-Forwarded-Host");
      const answer = await fetch(shown, { ip, trace: traceOf(incoming) });
      if (shown.body && answer.headers.get("Connection") !== "close") await readOut(incoming);
      return answer;
    },
    { overrideGlobalObjects: false },
  );
}
