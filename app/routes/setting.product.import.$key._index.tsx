import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ImportPage } from "~/components/import/ImportPage";
import { productImport } from "~/lib/product/product.import";
import { actImport, importShown } from "~/lib/web/import.server";
import { watched } from "~/lib/web/title";

export const meta = watched(productImport.title);

export async function loader(args: LoaderFunctionArgs) {
  return importShown(args, productImport);
}

export async function action(args: ActionFunctionArgs) {
  return actImport(args, productImport);
}

export default function ProductImportPage() {
  return <ImportPage of={productImport} />;
}
