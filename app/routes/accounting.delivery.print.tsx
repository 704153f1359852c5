import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { SheetChoice, Sheets } from "~/components/paper/Sheets";
import { deliveryPaper, SHEET_LABEL, sheetsOf } from "~/lib/accounting/delivery.paper";
import { deliveryKind } from "~/lib/accounting/delivery.schema";
import { runFileName } from "~/lib/accounting/document.paper";
import { today } from "~/lib/time/date";
import { loadRun } from "~/lib/web/document.server";
import { fileTitled } from "~/lib/web/title";

export const handle = { bare: true };
export const meta = fileTitled("納品書");

const CHOICES = [
  ["", "発行時の様式"],
  ["note", SHEET_LABEL.note],
  ["copy", SHEET_LABEL.copy],
  ["receipt", SHEET_LABEL.receipt],
] as const;

/** Several notes as one run of sheets: ?key=1&key=2&sheet=receipt. */
export async function loader(args: LoaderFunctionArgs) {
  const docs = await loadRun(args, deliveryKind);
  const wanted = new URL(args.request.url).searchParams.get("sheet");
  const origin = args.context.app.config.origins[0]!;
  return json({ docs, wanted, origin, file_name: runFileName(today(), "納品書", docs.length) });
}

export default function DeliveriesPrint() {
  const { docs, wanted, origin } = useLoaderData<typeof loader>();
  return (
    <Sheets
      title={`納品書 ${docs.length}件`}
      back={{ label: "納品書一覧に戻る", href: "/accounting/delivery" }}
      actions={
        <SheetChoice
          label="様式"
          value={wanted ?? ""}
          choices={CHOICES}
          href={(sheet) =>
            `/accounting/delivery/print?${docs.map(({ key }) => `key=${key}`).join("&")}&sheet=${sheet}`
          }
        />
      }
    >
      {docs.flatMap((doc, at) =>
        sheetsOf(wanted, doc).map((sheet, no) => (
          <PaperDocument
            key={`${doc.key}${sheet}`}
            {...deliveryPaper(doc, sheet, origin)}
            further={at + no > 0}
          />
        )),
      )}
    </Sheets>
  );
}
