import type { LoaderFunctionArgs } from "@remix-run/node";
import { accessCsv } from "~/lib/web/switch.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  return accessCsv(await enter(args));
}
