import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Empty } from "~/components/list/Empty";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { invoicePaper } from "~/lib/accounting/invoice.paper";
import { type Trials, trials } from "~/lib/accounting/invoice.schema";
import { ApiError } from "~/lib/web/api.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("仮締め");

/** 仮締め: the sheets that closing would freeze, marked 仮; nothing is stored. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { searchParams } = new URL(args.request.url);
  const query = {
    ym: searchParams.get("ym"),
    buyer_ids: searchParams.getAll("buyer_ids"),
    with_zero: searchParams.get("with_zero"),
    seen: searchParams.getAll("seen"),
  };
  const pairs = [
    ["closing_day", searchParams.get("closing_day") ?? ""],
    ["ym", query.ym ?? ""],
    ...query.seen.map((one) => ["seen", one]),
  ];
  const back = `/accounting/invoice/close?${new URLSearchParams(pairs)}`;
  try {
    const { items } = await api.get(trials, "/closings/trial", query);
    return json({ items, back, refused: "" });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const items: Trials["items"] = [];
    return json({ items, back, refused: error.detail }, { status: error.status });
  }
}

export default function Trial() {
  const { items, back, refused } = useLoaderData<typeof loader>();
  return (
    <Sheets title={`仮締め ${items.length}件`} back={{ label: "締め処理に戻る", href: back }}>
      {refused ? <Empty text={refused} action={{ label: "締め処理に戻る", href: back }} /> : null}
      {items.map((doc, at) => (
        <PaperDocument key={doc.buyer_id} {...invoicePaper(doc)} further={at > 0} />
      ))}
    </Sheets>
  );
}
