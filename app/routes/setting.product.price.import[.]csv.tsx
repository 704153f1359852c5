import type { LoaderFunctionArgs } from "@remix-run/node";
import { priceImport } from "~/lib/setting/product.import";
import { importTemplate } from "~/lib/web/import.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return importTemplate(priceImport);
}
