import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ImportStart } from "~/components/import/ImportStart";
import { workerImport } from "~/lib/shop/worker.import";
import { importStart, takeImport } from "~/lib/web/import.server";
import { titled } from "~/lib/web/title";

export const meta = titled(workerImport.title);

export async function loader(args: LoaderFunctionArgs) {
  return importStart(args, workerImport);
}

export async function action(args: ActionFunctionArgs) {
  return takeImport(args, workerImport);
}

export default function WorkerImport() {
  return <ImportStart of={workerImport} />;
}
