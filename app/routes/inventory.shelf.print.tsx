import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Labels } from "~/components/paper/Labels";
import { Sheets } from "~/components/paper/Sheets";
import { pageOf } from "~/lib/list/list.schema";
import { shelfRow } from "~/lib/stocktake/shelf.schema";
import { SHELVES_AT, shelfList } from "~/lib/stocktake/stocktake.list";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("置場のQR札");

const answer = pageOf(shelfRow).partial().required({ items: true });

/** ?name=A-3&name=A-4; without a name all. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const { items } = await api.get(answer, shelfList.api);
  const names = new URL(args.request.url).searchParams.getAll("name");
  return json({
    rows: items.filter(({ name }) => names.length === 0 || names.includes(name)),
    origin: args.context.app.config.origins[0]!,
    owner: who.company_name ?? "",
  });
}

const LONG = 8;
const DOES = "入庫・出庫・数える";

export default function ShelfLabels() {
  const { rows, origin, owner } = useLoaderData<typeof loader>();
  const labels = rows.map(({ name }) => ({
    key: name,
    kicker: "置場",
    // Read from afar, where it is short enough.
    ...(name.length > LONG ? { title: name, note: DOES } : { number: name, title: DOES, note: "" }),
    url: `${origin}/s/?${new URLSearchParams({ code: name })}`,
    code: name,
    owner,
  }));
  return (
    <Sheets title={`置場 ${rows.length}枚`} back={{ label: "置場に戻る", href: SHELVES_AT }}>
      <h1 className="sr-only print:hidden">置場のQR札</h1>
      <Labels paper="a4-12" labels={labels} />
    </Sheets>
  );
}
