import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { PageContext } from "~/components/frame/PageContext";
import { isUnavailable, loggable } from "~/lib/db/failure.server";
import { markForms } from "~/lib/web/acting.server";

/** A page is rendered whole, once all loaders are done: no streaming, no inline script. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext, page: AppLoadContext) {
  const markup = renderToString(
    <PageContext.Provider value={page}>
      <RemixServer context={context} url={request.url} />
    </PageContext.Provider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(`<!DOCTYPE html>${markForms(markup, (await page.visitor)?.who)}`, { status, headers });
}

/** Keeps what went wrong, with the number that the error page shows; a database that is down is no error of ours. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }) {
  if (request.signal.aborted || isUnavailable(error)) return;
  console.error(`[${context.number}]`, request.method, new URL(request.url).pathname, loggable(error));
}
