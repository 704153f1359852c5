import type { LoaderFunctionArgs } from "@remix-run/node";
import { placeImport } from "~/lib/partner/destination.import";
import { importTemplate } from "~/lib/web/import.server";

export async function loader(args: LoaderFunctionArgs) {
  return importTemplate(args, placeImport);
}
