import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import { ImportStart } from "~/components/import/ImportStart";
import { importAt, importMeta } from "~/lib/web/import.at";
import { importStart, takeImport } from "~/lib/web/import.server";

export const meta = importMeta;

export async function loader(args: LoaderFunctionArgs) {
  return importStart(args);
}

export async function action(args: ActionFunctionArgs) {
  return takeImport(args);
}

export default function ImportStartScreen() {
  return <ImportStart of={importAt(useLocation().pathname)} />;
}
