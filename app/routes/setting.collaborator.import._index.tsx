import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ImportStart } from "~/components/import/ImportStart";
import { partnerImport } from "~/lib/setting/partner.import";
import { importStart, takeImport } from "~/lib/web/import.server";
import { takeUpload } from "~/lib/web/import.upload.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled(partnerImport.title);

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return importStart(api, partnerImport);
}

export async function action(args: ActionFunctionArgs) {
  const upload = await takeUpload(args);
  const { api } = await enter(args);
  return takeImport(api, partnerImport, upload);
}

export default function PartnerImport() {
  const { recent } = useLoaderData<typeof loader>();
  return <ImportStart of={partnerImport} recent={recent} problem={useActionData<{ problem: string }>()?.problem} />;
}
