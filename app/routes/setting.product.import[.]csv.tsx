import type { LoaderFunctionArgs } from "@remix-run/node";
import { productImport } from "~/lib/product/product.import";
import { importTemplate } from "~/lib/web/import.server";

export async function loader(args: LoaderFunctionArgs) {
  return importTemplate(args, productImport);
}
