import type { LoaderFunctionArgs } from "@remix-run/node";
import { cardImport } from "~/lib/task/card.import";
import { importFaults } from "~/lib/web/import.server";

export async function loader(args: LoaderFunctionArgs) {
  return importFaults(args, cardImport);
}
