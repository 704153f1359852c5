import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ImportStart } from "~/components/import/ImportStart";
import { partnerImport } from "~/lib/partner/partner.import";
import { importStart, takeImport } from "~/lib/web/import.server";
import { titled } from "~/lib/web/title";

export const meta = titled(partnerImport.title);

export async function loader(args: LoaderFunctionArgs) {
  return importStart(args, partnerImport);
}

export async function action(args: ActionFunctionArgs) {
  return takeImport(args, partnerImport);
}

export default function PartnerImport() {
  return <ImportStart of={partnerImport} />;
}
