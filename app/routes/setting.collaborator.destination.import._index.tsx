import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ImportStart } from "~/components/import/ImportStart";
import { placeImport } from "~/lib/partner/destination.import";
import { importStart, takeImport } from "~/lib/web/import.server";
import { titled } from "~/lib/web/title";

export const meta = titled(placeImport.title);

export async function loader(args: LoaderFunctionArgs) {
  return importStart(args, placeImport);
}

export async function action(args: ActionFunctionArgs) {
  return takeImport(args, placeImport);
}

export default function PlaceImport() {
  return <ImportStart of={placeImport} />;
}
