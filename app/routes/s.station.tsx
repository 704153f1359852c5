import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { station } from "~/lib/scan/scan.schema";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await api.get(station, "/scans/station", { cards: "on" }));
}
