import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import { ImportPage } from "~/components/import/ImportPage";
import { importAt, importMeta } from "~/lib/web/import.at";
import { actImport, importShown } from "~/lib/web/import.server";

export const meta = importMeta;

export async function loader(args: LoaderFunctionArgs) {
  return importShown(args);
}

export async function action(args: ActionFunctionArgs) {
  return actImport(args);
}

export default function ImportScreen() {
  return <ImportPage of={importAt(useLocation().pathname)} />;
}
