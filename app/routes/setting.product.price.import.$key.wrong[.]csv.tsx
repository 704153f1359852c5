import type { LoaderFunctionArgs } from "@remix-run/node";
import { priceImport } from "~/lib/product/product.import";
import { importFaults } from "~/lib/web/import.server";

export async function loader(args: LoaderFunctionArgs) {
  return importFaults(args, priceImport);
}
