import type { LoaderFunctionArgs } from "@remix-run/node";
import { destinationImport } from "~/lib/partner/destination.import";
import { importFaults } from "~/lib/web/import.server";

export async function loader(args: LoaderFunctionArgs) {
  return importFaults(args, destinationImport);
}
