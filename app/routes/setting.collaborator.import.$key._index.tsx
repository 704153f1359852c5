import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ImportPage } from "~/components/import/ImportPage";
import { partnerImport } from "~/lib/setting/partner.import";
import { actImport, importShown } from "~/lib/web/import.server";
import { watched } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = watched(partnerImport.title);

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return importShown(args, api, partnerImport);
}

export async function action(args: ActionFunctionArgs) {
  const { api } = await enter(args);
  return actImport(args, api, partnerImport);
}

export default function PartnerImportPage() {
  const { page } = useLoaderData<typeof loader>();
  return <ImportPage of={partnerImport} page={page} problem={useActionData<{ problem: string | null }>()?.problem} />;
}
