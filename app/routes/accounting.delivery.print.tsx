import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { deliveryPaper, sheetsOf } from "~/lib/accounting/delivery.paper";
import { deliveryDetail } from "~/lib/accounting/delivery.schema";
import { sheetKeys, tooManySheets } from "~/lib/accounting/document.paper";
import { json } from "~/lib/web/json.server";
import { drawable } from "~/lib/web/paper.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("納品書");

/** Several notes as one run of sheets: ?key=1&key=2. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const keys = sheetKeys(new URL(args.request.url).searchParams.getAll("key"));
  if (!keys) throw new Response(tooManySheets, { status: 422 });
  if (keys.length === 0) throw new Response(null, { status: 404 });
  const docs = await Promise.all(
    keys.map((key) => api.get(deliveryDetail, `/deliveries/${encodeURIComponent(key)}`)),
  );
  return json({ docs: docs.map(drawable) });
}

export default function DeliveriesPrint() {
  const { docs } = useLoaderData<typeof loader>();
  return (
    <Sheets
      title={`納品書 ${docs.length}件`}
      back={{ label: "納品書一覧に戻る", href: "/accounting/delivery" }}
    >
      {docs.flatMap((doc, at) =>
        sheetsOf(null, doc).map((sheet, no) => (
          <PaperDocument key={`${doc.key}${sheet}`} {...deliveryPaper(doc, sheet)} further={at + no > 0} />
        )),
      )}
    </Sheets>
  );
}
