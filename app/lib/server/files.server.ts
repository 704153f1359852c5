import { readdirSync } from "node:fs";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono, MiddlewareHandler } from "hono";
import { manifest } from "~/lib/web/manifest.server";
import type { RequestEnv } from "./arrival.server";

const cacheControl =
  (value: string): MiddlewareHandler =>
  async (c, next) => {
    await next();
    if (c.res.status === 200 && !c.res.headers.has("Cache-Control")) c.header("Cache-Control", value);
  };
const HOUR = "public, max-age=3600";

export function serveFiles(web: Hono<RequestEnv>, product_name: string): void {
  web.use(
    "/build/*",
    cacheControl("public, max-age=31536000, immutable"),
    serveStatic({ root: "public", precompressed: true }),
  );
  // By name: a page must not be looked for among the files.
  for (const name of readdirSync("public"))
    web.use(`/${name}`, cacheControl(HOUR), serveStatic({ root: "public" }));
  web.get("/manifest.webmanifest", (c) =>
    c.body(manifest(product_name), 200, {
      "Content-Type": "application/manifest+json",
      "Cache-Control": HOUR,
    }),
  );
}
