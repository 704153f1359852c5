import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReadMark } from "~/components/frame/ReadMark";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { SheetChoice, Sheets, SheetsNote } from "~/components/paper/Sheets";
import { isChanged, sinceSent, VERSION_LABEL, versionOf } from "~/lib/order/order.change";
import { orderPaper } from "~/lib/order/order.paper";
import { order } from "~/lib/order/order.row.schema";
import { compared } from "~/lib/order/previous.schema";
import { isUnread } from "~/lib/vocabulary/read.mark";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("外注依頼書");

/** The buyer learns that it was read. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const [found, against] = await Promise.all([
    api.get(order, `/orders/${args.params.key}`),
    api.get(compared, `/orders/${args.params.key}/previous`),
  ]);
  const unread = isUnread(found.seller_id, found, who);
  return json({ unread, against, order: found, version: versionOf(new URL(args.request.url).searchParams) });
}

export default function OrderReceived() {
  const { unread, against, order: of, version } = useLoaderData<typeof loader>();
  return (
    <Sheets
      title={`外注依頼書 ${of.order_id}`}
      back={{ label: "進捗管理へ", href: "/task/kanban" }}
      actions={
        <>
          {unread ? <ReadMark action={`/task/order/${of.key}/view`} /> : null}
          {isChanged(of) ? (
            <SheetChoice
              label="内容"
              value={version}
              choices={VERSION_LABEL}
              href={(one) => `?version=${one}`}
            />
          ) : null}
        </>
      }
    >
      {version === "sent" && isChanged(of) ? <SheetsNote>{sinceSent(of)}</SheetsNote> : null}
      <PaperDocument {...orderPaper(of, "order", version, against)} />
    </Sheets>
  );
}
