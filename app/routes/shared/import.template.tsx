import type { LoaderFunctionArgs } from "@remix-run/node";
import { importTemplate } from "~/lib/web/import.server";

export async function loader(args: LoaderFunctionArgs) {
  return importTemplate(args);
}
