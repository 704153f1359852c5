import type { LoaderFunctionArgs } from "@remix-run/node";
import { cardImport } from "~/lib/task/card.import";
import { importTemplate } from "~/lib/web/import.server";

export async function loader(args: LoaderFunctionArgs) {
  return importTemplate(args, cardImport);
}
