import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ImportPage } from "~/components/import/ImportPage";
import { partnerImport } from "~/lib/partner/partner.import";
import { actImport, importShown } from "~/lib/web/import.server";
import { watched } from "~/lib/web/title";

export const meta = watched(partnerImport.title);

export async function loader(args: LoaderFunctionArgs) {
  return importShown(args, partnerImport);
}

export async function action(args: ActionFunctionArgs) {
  return actImport(args, partnerImport);
}

export default function PartnerImportPage() {
  return <ImportPage of={partnerImport} />;
}
