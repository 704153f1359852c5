import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useParams } from "@remix-run/react";
import { ImportStart } from "~/components/import/ImportStart";
import { metaImport } from "~/lib/shop/meta.import";
import { importStart, takeImport } from "~/lib/web/import.server";
import { titled } from "~/lib/web/title";

export const meta = titled("メタ情報のCSV取込");

export async function loader(args: LoaderFunctionArgs) {
  return importStart(args, () => metaImport(args.params.list));
}

export async function action(args: ActionFunctionArgs) {
  return takeImport(args, () => metaImport(args.params.list));
}

export default function MetaImport() {
  return <ImportStart of={metaImport(useParams().list)} />;
}
