import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { ReadMark } from "~/components/frame/ReadMark";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { deliveryPaper, SHEET_LABEL, sheetsOf, sheetsThere } from "~/lib/accounting/delivery.paper";
import { deliveryKind } from "~/lib/accounting/delivery.schema";
import { sheetFileName } from "~/lib/accounting/document.paper";
import { loadSheets } from "~/lib/web/document.server";
import { fileTitled } from "~/lib/web/title";

export const handle = { bare: true };
export const meta = fileTitled("納品書");

/** ?sheet=note, copy, receipt, or all for the set of three. */
export async function loader(args: LoaderFunctionArgs) {
  const wanted = new URL(args.request.url).searchParams.get("sheet");
  const { doc, unread, own } = await loadSheets(args, deliveryKind);
  return json({
    doc,
    unread,
    wanted,
    sheets: sheetsOf(wanted, doc),
    origin: args.context.app.config.origins[0]!,
    file_name: sheetFileName(doc, doc.delivery_date, own),
  });
}

export default function DeliveryPrint() {
  const { doc, unread, wanted, sheets, origin } = useLoaderData<typeof loader>();
  const there = sheetsThere(doc);
  const choices = [
    ...there.map((sheet) => [sheet, SHEET_LABEL[sheet]] as const),
    ["all", `${there.length}枚綴り`] as const,
  ];
  const chosen = wanted ?? (sheets.length > 1 ? "" : "note");
  return (
    <Sheets
      title={`納品書 ${doc.number}`}
      back={{ label: "納品書に戻る", href: `/accounting/delivery/${doc.key}` }}
      actions={
        <>
          {unread ? <ReadMark action={`/accounting/delivery/${doc.key}/view`} /> : null}
          <nav aria-label="様式" className="flex gap-1">
            {choices.map(([sheet, label]) => (
              <LinkButton
                key={sheet}
                tone={sheet === chosen ? "secondary" : "plain"}
                aria-current={sheet === chosen ? "page" : undefined}
                href={`/accounting/delivery/${doc.key}/print?sheet=${sheet}`}
                className="px-2"
              >
                {label}
              </LinkButton>
            ))}
          </nav>
        </>
      }
    >
      {sheets.map((sheet, at) => (
        <PaperDocument key={sheet} {...deliveryPaper(doc, sheet, origin)} further={at > 0} />
      ))}
    </Sheets>
  );
}
