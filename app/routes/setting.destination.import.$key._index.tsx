import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ImportPage } from "~/components/import/ImportPage";
import { destinationImport } from "~/lib/partner/destination.import";
import { actImport, importShown } from "~/lib/web/import.server";
import { watched } from "~/lib/web/title";

export const meta = watched(destinationImport.title);

export async function loader(args: LoaderFunctionArgs) {
  return importShown(args, destinationImport);
}

export async function action(args: ActionFunctionArgs) {
  return actImport(args, destinationImport);
}

export default function DestinationImportPage() {
  return <ImportPage of={destinationImport} />;
}
