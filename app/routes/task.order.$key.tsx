import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { ReadMark } from "~/components/frame/ReadMark";
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
import { SUPPLIES_AT } from "~/lib/order/supply.list";
import { suppliedTexts } from "~/lib/order/supply.paper";
import { supplyOfOrder } from "~/lib/order/supply.schema";
import { isUnread } from "~/lib/vocabulary/read.mark";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("外注依頼書");

/** The buyer learns that it was read. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const version = versionOf(new URL(args.request.url).searchParams);
  const [found, against, { items }] = await Promise.all([
    api.get(order, `/orders/${args.params.key}`),
    api.get(compared, `/orders/${args.params.key}/previous?revision=${askedRevision(version)}`),
    api.get(supplyOfOrder, `/orders/${args.params.key}/supplies`),
  ]);
  const unread = isUnread(found.seller_id, found, who);
  return json({ unread, against, order: found, version, supplied: suppliedTexts(items) });
}

export default function OrderReceived() {
  const { unread, against, order: of, version, supplied } = useLoaderData<typeof loader>();
  return (
    <Sheets
      title={`外注依頼書 ${of.order_id}`}
      back={{ label: "進捗管理へ", href: "/task/kanban" }}
      actions={
        <>
          {of.amending.map((one) => (
            <LinkButton key={one.key} tone="primary" href={`/task/order/${of.key}/change/${one.key}`}>
              {one.is_own ? "変更依頼（回答待ち）" : "変更依頼に答える"}
            </LinkButton>
          ))}
          {of.cancelled_time === null ? (
            <LinkButton href={`/task/order/${of.key}/change`}>変更を依頼する</LinkButton>
          ) : null}
          <LinkButton href={`/task/order/${of.key}/history`}>版（v{of.revision}）</LinkButton>
          {supplied.length > 0 ? <LinkButton href={SUPPLIES_AT}>支給品</LinkButton> : null}
          {unread ? <ReadMark action={`/task/order/${of.key}/view`} /> : null}
          {isChanged(of) || of.revision > 1 ? (
            <SheetChoice
              label="内容"
              value={versionChosen(of, version)}
              choices={versionChoices(of)}
              href={(one) => `?version=${one}`}
            />
          ) : null}
        </>
      }
    >
      {version === "sent" && (isChanged(of) || of.revision > 1) ? (
        <SheetsNote>{sinceSent(of)}</SheetsNote>
      ) : null}
      <PaperDocument {...orderPaper(of, "order", version, against, supplied)} />
    </Sheets>
  );
}
