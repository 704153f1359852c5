import type { LoaderFunctionArgs } from "@remix-run/node";
import { invoiceXml } from "~/lib/accounting/pint.schema";
import { flash } from "~/lib/web/flash.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const key = encodeURIComponent(args.params.key!);
  try {
    const { file_name, xml } = await api.get(invoiceXml, `/invoices/${key}/xml`);
    return new Response(xml, {
      headers: {
        "Content-Type": "application/xml; charset=utf-8",
        "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file_name)}`,
      },
    });
  } catch (error) {
    // Why none can be made is said on the page of the 請求書: this address has no page of its own.
    if (!(error instanceof Response) || error.status !== 422) throw error;
    return flash(args, `/accounting/invoice/${key}`, await error.text(), "error", 0);
  }
}
