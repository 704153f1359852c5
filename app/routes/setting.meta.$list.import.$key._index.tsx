import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useParams } from "@remix-run/react";
import { ImportPage } from "~/components/import/ImportPage";
import { metaImport } from "~/lib/shop/meta.import";
import { actImport, importShown } from "~/lib/web/import.server";
import { watched } from "~/lib/web/title";

export const meta = watched("メタ情報のCSV取込");

export async function loader(args: LoaderFunctionArgs) {
  return importShown(args, () => metaImport(args.params.list));
}

export async function action(args: ActionFunctionArgs) {
  return actImport(args, () => metaImport(args.params.list));
}

export default function MetaImportPage() {
  return <ImportPage of={metaImport(useParams().list)} />;
}
