import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ImportStart } from "~/components/import/ImportStart";
import { priceImport } from "~/lib/product/product.import";
import { importStart, takeImport } from "~/lib/web/import.server";
import { titled } from "~/lib/web/title";

export const meta = titled(priceImport.title);

export async function loader(args: LoaderFunctionArgs) {
  return importStart(args, priceImport);
}

export async function action(args: ActionFunctionArgs) {
  return takeImport(args, priceImport);
}

export default function PriceImport() {
  return <ImportStart of={priceImport} />;
}
