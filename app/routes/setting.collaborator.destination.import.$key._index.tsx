import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ImportPage } from "~/components/import/ImportPage";
import { placeImport } from "~/lib/partner/destination.import";
import { actImport, importShown } from "~/lib/web/import.server";
import { watched } from "~/lib/web/title";

export const meta = watched(placeImport.title);

export async function loader(args: LoaderFunctionArgs) {
  return importShown(args, placeImport);
}

export async function action(args: ActionFunctionArgs) {
  return actImport(args, placeImport);
}

export default function PlaceImportPage() {
  return <ImportPage of={placeImport} />;
}
