import type { LoaderFunctionArgs } from "@remix-run/node";
import { workerImport } from "~/lib/shop/worker.import";
import { importTemplate } from "~/lib/web/import.server";

export async function loader(args: LoaderFunctionArgs) {
  return importTemplate(args, workerImport);
}
