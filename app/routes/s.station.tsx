import type { LoaderFunctionArgs } from "@remix-run/node";
import { station } from "~/lib/scan/scan.schema";
import { json } from "~/lib/web/json.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await api.get(station, "/scans/station", { cards: "on" }));
}
