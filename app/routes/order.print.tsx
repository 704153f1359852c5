import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { SheetChoice, Sheets } from "~/components/paper/Sheets";
import { runFileName, sheetKeys, tooManySheets } from "~/lib/accounting/document.paper";
import { orderPaper, SHEET_CHOICES, sheetsOf } from "~/lib/order/order.paper";
import { today } from "~/lib/time/date";
import { loadOrderSheet } from "~/lib/web/order.papers.server";
import { fileTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = fileTitled("外注依頼書");

/** Several as one run of sheets, as they stand now: ?key=1&key=2&sheet=copy. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const keys = sheetKeys(query.getAll("key"));
  if (!keys) throw new Response(tooManySheets, { status: 422 });
  if (keys.length === 0) throw new Response(null, { status: 404 });
  const docs = await Promise.all(keys.map((key) => loadOrderSheet(api, key)));
  const wanted = query.get("sheet") ?? "order";
  return json({ docs, wanted, file_name: runFileName(today(), "外注依頼書", docs.length) });
}

export default function OrdersPrint() {
  const { docs, wanted } = useLoaderData<typeof loader>();
  const keys = docs.map(({ of }) => `key=${of.key}`).join("&");
  return (
    <Sheets
      title={`外注依頼書 ${docs.length}件`}
      back={{ label: "外注依頼書に戻る", href: "/order" }}
      actions={
        <SheetChoice
          label="様式"
          value={wanted}
          choices={SHEET_CHOICES}
          href={(sheet) => `/order/print?${keys}&sheet=${sheet}`}
        />
      }
    >
      {docs.flatMap(({ of, against, supplied }, at) =>
        sheetsOf(wanted).map((sheet, no) => (
          <PaperDocument
            key={`${of.key}${sheet}`}
            {...orderPaper(of, sheet, "now", against, supplied)}
            further={at + no > 0}
          />
        )),
      )}
    </Sheets>
  );
}
