import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { SheetChoice, Sheets, SheetsNote } from "~/components/paper/Sheets";
import { isChanged, sinceSent, versionChoices, versionChosen, versionOf } from "~/lib/order/order.change";
import { orderPaper, SHEET_CHOICES, sheetsOf } from "~/lib/order/order.paper";
import { loadOrderSheet } from "~/lib/web/order.papers.server";
import { routedPath } from "~/lib/web/path";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titledOf<{ of: { order_id: string } }>("外注依頼書の印刷", ({ of }) => of.order_id);

/** ?sheet=order, copy, receipt or all for who orders; ?version=sent as it was when it was sent. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { pathname, searchParams } = new URL(args.request.url);
  const isOwn = routedPath(pathname).startsWith("/order/");
  const version = versionOf(searchParams);
  const sheet = await loadOrderSheet(api, args.params.key!, version);
  return json({ ...sheet, version, isOwn, wanted: (isOwn && searchParams.get("sheet")) || "order" });
}

export default function OrderSheets() {
  const { of, against, supplied, version, isOwn, wanted } = useLoaderData<typeof loader>();
  const at = (sheet: string, of_version: string) =>
    `?${new URLSearchParams({ ...(isOwn && { sheet }), ...(of_version !== "now" && { version: of_version }) })}`;
  const isOlder = isChanged(of) || of.revision > 1;
  return (
    <Sheets
      title={`外注依頼書 ${of.order_id}`}
      back={{ label: "依頼に戻る", href: `${isOwn ? "" : "/task"}/order/${of.key}` }}
      actions={
        <>
          {isOlder ? (
            <SheetChoice
              label="内容"
              value={versionChosen(of, version)}
              choices={versionChoices(of)}
              href={(one) => at(wanted, one)}
            />
          ) : null}
          {isOwn ? (
            <SheetChoice
              label="様式"
              value={wanted}
              choices={SHEET_CHOICES}
              href={(one) => at(one, version)}
            />
          ) : null}
        </>
      }
    >
      {version === "sent" && isOlder ? <SheetsNote>{sinceSent(of)}</SheetsNote> : null}
      {sheetsOf(wanted).map((sheet, index) => (
        <PaperDocument
          key={sheet}
          {...orderPaper(of, sheet, version, against, supplied)}
          further={index > 0}
        />
      ))}
    </Sheets>
  );
}
