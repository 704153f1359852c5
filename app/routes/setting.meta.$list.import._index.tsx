import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { ImportStart } from "~/components/import/ImportStart";
import { metaImport } from "~/lib/setting/meta.import";
import { importStart, takeImport } from "~/lib/web/import.server";
import { takeUpload } from "~/lib/web/import.upload.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("メタ情報のCSV取込");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return importStart(api, metaImport(args.params.list));
}

export async function action(args: ActionFunctionArgs) {
  const upload = await takeUpload(args);
  const { api } = await enter(args);
  return takeImport(api, metaImport(args.params.list), upload);
}

export default function MetaImport() {
  const { recent } = useLoaderData<typeof loader>();
  return <ImportStart of={metaImport(useParams().list)} recent={recent} problem={useActionData<{ problem: string }>()?.problem} />;
}
