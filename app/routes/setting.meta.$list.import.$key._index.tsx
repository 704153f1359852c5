import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { ImportPage } from "~/components/import/ImportPage";
import { metaImport } from "~/lib/setting/meta.import";
import { actImport, importShown } from "~/lib/web/import.server";
import { watched } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = watched("メタ情報のCSV取込");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return importShown(args, api, metaImport(args.params.list));
}

export async function action(args: ActionFunctionArgs) {
  const { api } = await enter(args);
  return actImport(args, api, metaImport(args.params.list));
}

export default function MetaImportPage() {
  const { page } = useLoaderData<typeof loader>();
  return <ImportPage of={metaImport(useParams().list)} page={page} problem={useActionData<{ problem: string | null }>()?.problem} />;
}
