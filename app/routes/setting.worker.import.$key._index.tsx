import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ImportPage } from "~/components/import/ImportPage";
import { workerImport } from "~/lib/shop/worker.import";
import { actImport, importShown } from "~/lib/web/import.server";
import { watched } from "~/lib/web/title";

export const meta = watched(workerImport.title);

export async function loader(args: LoaderFunctionArgs) {
  return importShown(args, workerImport);
}

export async function action(args: ActionFunctionArgs) {
  return actImport(args, workerImport);
}

export default function WorkerImportPage() {
  return <ImportPage of={workerImport} />;
}
