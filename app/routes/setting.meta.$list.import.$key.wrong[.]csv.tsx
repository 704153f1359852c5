import type { LoaderFunctionArgs } from "@remix-run/node";
import { metaImport } from "~/lib/setting/meta.import";
import { importFaults } from "~/lib/web/import.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return importFaults(args, api, metaImport(args.params.list));
}
