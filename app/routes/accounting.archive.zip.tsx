import type { LoaderFunctionArgs } from "@remix-run/node";
import { archiveZip } from "~/lib/web/archive.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return archiveZip(args);
}
