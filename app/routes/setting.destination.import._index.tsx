import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ImportStart } from "~/components/import/ImportStart";
import { destinationImport } from "~/lib/partner/destination.import";
import { importStart, takeImport } from "~/lib/web/import.server";
import { titled } from "~/lib/web/title";

export const meta = titled(destinationImport.title);

export async function loader(args: LoaderFunctionArgs) {
  return importStart(args, destinationImport);
}

export async function action(args: ActionFunctionArgs) {
  return takeImport(args, destinationImport);
}

export default function DestinationImport() {
  return <ImportStart of={destinationImport} />;
}
