import type { LoaderFunctionArgs } from "@remix-run/node";
import { productImport } from "~/lib/product/product.import";
import { importFaults } from "~/lib/web/import.server";

export async function loader(args: LoaderFunctionArgs) {
  return importFaults(args, productImport);
}
