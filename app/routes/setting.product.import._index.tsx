import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ImportStart } from "~/components/import/ImportStart";
import { productImport } from "~/lib/product/product.import";
import { importStart, takeImport } from "~/lib/web/import.server";
import { titled } from "~/lib/web/title";

export const meta = titled(productImport.title);

export async function loader(args: LoaderFunctionArgs) {
  return importStart(args, productImport);
}

export async function action(args: ActionFunctionArgs) {
  return takeImport(args, productImport);
}

export default function ProductImport() {
  return <ImportStart of={productImport} />;
}
