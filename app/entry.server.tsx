import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { PageContext } from "~/components/frame/PageContext";
import { sayError } from "~/lib/telemetry/logger.server";
import { markForms } from "~/lib/web/acting.server";
import { contentPolicy, downBy, LEGEND_STYLES, pageStatus } from "~/lib/web/response.server";
import { preloadLinks } from "~/lib/web/scripts.server";
import { STYLES_HERE } from "~/lib/web/styles.server";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  page: AppLoadContext,
) {
  const {
    styles: { href, of },
    cached,
    scripts,
    trace,
    visitor,
    confirm,
    app,
    down,
  } = page;
  for (const [name, value] of new Headers(page.keep)) headers.append(name, value);
  // A live page that posts to a form's own address is answered with what the form would be drawn from.
  const [answer] = Object.values(context.staticHandlerContext.actionData ?? {});
  if (answer !== undefined && request.headers.get("Accept") === "application/json") {
    headers.set("Content-Type", "application/json; charset=utf-8");
    return new Response(JSON.stringify(answer), { status, headers });
  }
  const drawn = renderToString(
    <PageContext.Provider
      value={{
        styles: { href, text: cached ? null : STYLES_HERE },
        scripts,
        number: trace.number,
        down,
        product: app.config.product_name,
      }}
    >
      <RemixServer context={context} url={request.url} />
    </PageContext.Provider>,
  );
  const marked = markForms(drawn, (await visitor)?.who, confirm);
  const markup = request.headers.has("X-Enhance") ? marked : preloadLinks(marked, scripts);
  headers.set("Content-Type", "text/html; charset=utf-8");
  const own = cached ? undefined : of(markup);
  const later = markup.includes(scripts.chart) ? [LEGEND_STYLES] : [];
  headers.set("Content-Security-Policy", contentPolicy(own, later));
  const styled = own === undefined ? markup : markup.replace(STYLES_HERE, () => own);
  return new Response(`<!DOCTYPE html>${styled}`, {
    status: pageStatus(status, context.staticHandlerContext.errors),
    headers,
  });
}

/** A database that is down, or a request that nothing answers, is no error of ours. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
) {
  const down = downBy(error);
  if (down) context.down = down;
  if (request.signal.aborted || down || (isRouteErrorResponse(error) && error.status < 500)) return;
  const { number, company_id: company, person } = context.trace;
  sayError("page_failed", error, { number, method: request.method, company, person });
}
