import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PrintableList } from "~/components/list/PrintableList";
import { SHELVES_AT, shelfList } from "~/lib/stocktake/stocktake.list";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";

export const meta = titled("置場");

export async function loader(args: LoaderFunctionArgs) {
  return json(await loadList(args, shelfList));
}

/** 置場のQR札: of those ticked, or of all. */
export async function action(args: ActionFunctionArgs) {
  await enter(args);
  const form = await formOf(args);
  const names = form.get("all") === "on" ? [] : form.getAll("ids").map(String);
  const query = new URLSearchParams(names.map((name) => ["name", name]));
  return redirect(`${SHELVES_AT}/print?${query}`, 303);
}

export default function Shelves() {
  const data = useLoaderData<typeof loader>();
  return <PrintableList {...data} list={shelfList} />;
}
