import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { SheetChoice, Sheets, SheetsNote } from "~/components/paper/Sheets";
import {
  askedRevision,
  isChanged,
  sinceSent,
  versionChoices,
  versionChosen,
  versionOf,
} from "~/lib/order/order.change";
import { orderPaper, SHEET_CHOICES, sheetsOf } from "~/lib/order/order.paper";
import { order } from "~/lib/order/order.row.schema";
import { compared } from "~/lib/order/previous.schema";
import { suppliedTexts } from "~/lib/order/supply.paper";
import { supplyOfOrder } from "~/lib/order/supply.schema";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("外注依頼書");

/** ?sheet=order, copy, receipt, or all for the set of three; ?version=sent as it was when it was sent. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const wanted = query.get("sheet") ?? "order";
  const version = versionOf(query);
  const [found, against, supplied] = await Promise.all([
    api.get(order, `/orders/${args.params.key}`),
    api.get(compared, `/orders/${args.params.key}/previous?revision=${askedRevision(version)}`),
    api.get(supplyOfOrder, `/orders/${args.params.key}/supplies`),
  ]);
  return json({
    order: found,
    against,
    supplied: suppliedTexts(supplied.items),
    wanted,
    sheets: sheetsOf(wanted),
    version,
  });
}

export default function OrderPrint() {
  const { order: of, against, supplied, wanted, sheets, version } = useLoaderData<typeof loader>();
  const at = (sheet: string, of_version: string) =>
    `?${new URLSearchParams({ sheet, ...(of_version === "now" ? {} : { version: of_version }) })}`;
  return (
    <Sheets
      title={`外注依頼書 ${of.order_id}`}
      back={{ label: "依頼に戻る", href: `/order/${of.key}` }}
      actions={
        <>
          {isChanged(of) || of.revision > 1 ? (
            <SheetChoice
              label="内容"
              value={versionChosen(of, version)}
              choices={versionChoices(of)}
              href={(one) => at(wanted, one)}
            />
          ) : null}
          <SheetChoice label="様式" value={wanted} choices={SHEET_CHOICES} href={(one) => at(one, version)} />
        </>
      }
    >
      {version === "sent" && (isChanged(of) || of.revision > 1) ? (
        <SheetsNote>{sinceSent(of)}</SheetsNote>
      ) : null}
      {sheets.map((sheet, index) => (
        <PaperDocument
          key={sheet}
          {...orderPaper(of, sheet, version, against, supplied)}
          further={index > 0}
        />
      ))}
    </Sheets>
  );
}
