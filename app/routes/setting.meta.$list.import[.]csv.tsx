import type { LoaderFunctionArgs } from "@remix-run/node";
import { metaImport } from "~/lib/shop/meta.import";
import { importTemplate } from "~/lib/web/import.server";

export async function loader(args: LoaderFunctionArgs) {
  return importTemplate(args, () => metaImport(args.params.list));
}
