import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ImportStart } from "~/components/import/ImportStart";
import { workerImport } from "~/lib/setting/worker.import";
import { importStart, takeImport } from "~/lib/web/import.server";
import { takeUpload } from "~/lib/web/import.upload.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled(workerImport.title);

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return importStart(api, workerImport);
}

export async function action(args: ActionFunctionArgs) {
  const upload = await takeUpload(args);
  const { api } = await enter(args);
  return takeImport(api, workerImport, upload);
}

export default function WorkerImport() {
  const { recent } = useLoaderData<typeof loader>();
  return <ImportStart of={workerImport} recent={recent} problem={useActionData<{ problem: string }>()?.problem} />;
}
