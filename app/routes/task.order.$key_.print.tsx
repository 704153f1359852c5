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
import { orderPaper } from "~/lib/order/order.paper";
import { order } from "~/lib/order/order.row.schema";
import { compared } from "~/lib/order/previous.schema";
import { suppliedTexts } from "~/lib/order/supply.paper";
import { supplyOfOrder } from "~/lib/order/supply.schema";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("外注依頼書");

/** As it stands or, with ?version=, as it was; for who makes it. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const version = versionOf(new URL(args.request.url).searchParams);
  const [found, against, { items }] = await Promise.all([
    api.get(order, `/orders/${args.params.key}`),
    api.get(compared, `/orders/${args.params.key}/previous?revision=${askedRevision(version)}`),
    api.get(supplyOfOrder, `/orders/${args.params.key}/supplies`),
  ]);
  return json({ against, order: found, version, supplied: suppliedTexts(items) });
}

export default function OrderReceivedPrint() {
  const { against, order: of, version, supplied } = useLoaderData<typeof loader>();
  return (
    <Sheets
      title={`外注依頼書 ${of.order_id}`}
      back={{ label: "依頼に戻る", href: `/task/order/${of.key}` }}
      actions={
        isChanged(of) || of.revision > 1 ? (
          <SheetChoice
            label="内容"
            value={versionChosen(of, version)}
            choices={versionChoices(of)}
            href={(one) => `?version=${one}`}
          />
        ) : null
      }
    >
      {version === "sent" && (isChanged(of) || of.revision > 1) ? (
        <SheetsNote>{sinceSent(of)}</SheetsNote>
      ) : null}
      <PaperDocument {...orderPaper(of, "order", version, against, supplied)} />
    </Sheets>
  );
}
