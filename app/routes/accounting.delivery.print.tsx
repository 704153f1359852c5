import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { deliveryPaper, sheetsOf } from "~/lib/accounting/delivery.paper";
import { deliveryKind } from "~/lib/accounting/delivery.schema";
import { runFileName } from "~/lib/accounting/document.paper";
import { today } from "~/lib/time/date";
import { loadRun } from "~/lib/web/document.server";
import { fileTitled } from "~/lib/web/title";

export const handle = { bare: true };
export const meta = fileTitled("納品書");

/** Several notes as one run of sheets: ?key=1&key=2. */
export async function loader(args: LoaderFunctionArgs) {
  const docs = await loadRun(args, deliveryKind);
  return json({ docs, file_name: runFileName(today(), "納品書", docs.length) });
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
