import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ImportPage } from "~/components/import/ImportPage";
import { priceImport } from "~/lib/product/product.import";
import { actImport, importShown } from "~/lib/web/import.server";
import { watched } from "~/lib/web/title";

export const meta = watched(priceImport.title);

export async function loader(args: LoaderFunctionArgs) {
  return importShown(args, priceImport);
}

export async function action(args: ActionFunctionArgs) {
  return actImport(args, priceImport);
}

export default function PriceImportPage() {
  return <ImportPage of={priceImport} />;
}
