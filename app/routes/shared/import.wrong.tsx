import type { LoaderFunctionArgs } from "@remix-run/node";
import { importFaults } from "~/lib/web/import.server";

export async function loader(args: LoaderFunctionArgs) {
  return importFaults(args);
}
