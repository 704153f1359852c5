import type { LoaderFunctionArgs } from "@remix-run/node";
import { metaImport } from "~/lib/setting/meta.import";
import { importTemplate } from "~/lib/web/import.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return importTemplate(metaImport(args.params.list));
}
