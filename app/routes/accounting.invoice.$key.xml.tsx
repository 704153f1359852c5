import type { LoaderFunctionArgs } from "@remix-run/node";
import { invoiceXml } from "~/lib/accounting/pint.schema";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { file_name, xml } = await api.get(invoiceXml, `/invoices/${args.params.key}/xml`);
  return new Response(xml, {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file_name)}`,
    },
  });
}
