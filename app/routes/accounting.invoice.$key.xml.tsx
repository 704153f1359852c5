import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { changed } from "~/lib/accounting/document.schema";
import { invoiceKind } from "~/lib/accounting/invoice.schema";
import { invoiceXml } from "~/lib/accounting/pint.schema";
import { ApiError } from "~/lib/web/api.server";
import { loadDocument } from "~/lib/web/document.server";
import { flash } from "~/lib/web/flash.server";
import { enter } from "~/lib/web/visit.server";

async function reasonOf(error: unknown): Promise<string | null> {
  if (error instanceof ApiError && error.status === 409) return error.detail;
  return error instanceof Response && error.status === 422 ? error.text() : null;
}

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const key = encodeURIComponent(args.params.key!);
  try {
    const { file_name, xml } = await api.get(invoiceXml, `/invoices/${key}/xml`);
    return new Response(xml, {
      headers: {
        "Content-Type": "application/xml; charset=utf-8",
        "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file_name)}`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    // Why none can be made is said on the page of the 請求書: this address has no page of its own.
    const why = await reasonOf(error);
    if (why === null) throw error;
    return flash(args, `/accounting/invoice/${key}`, why, "error", 0);
  }
}

/** To whom it was sent, taking the file is reading it: from then on no 訂正版 takes its place. */
export async function action(args: ActionFunctionArgs) {
  const { api } = await enter(args);
  const { doc, unread } = await loadDocument(args, invoiceKind);
  if (unread) await api.post(changed, `/invoices/${doc.key}/view`, {}, `view.invoice.${doc.key}`);
  return loader(args);
}
