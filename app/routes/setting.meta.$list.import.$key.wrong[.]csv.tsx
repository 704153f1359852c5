import type { LoaderFunctionArgs } from "@remix-run/node";
import { metaImport } from "~/lib/shop/meta.import";
import { importFaults } from "~/lib/web/import.server";

export async function loader(args: LoaderFunctionArgs) {
  return importFaults(args, () => metaImport(args.params.list));
}
