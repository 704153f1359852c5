import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ImportStart } from "~/components/import/ImportStart";
import { priceImport } from "~/lib/setting/product.import";
import { importStart, takeImport } from "~/lib/web/import.server";
import { takeUpload } from "~/lib/web/import.upload.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled(priceImport.title);

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return importStart(api, priceImport);
}

export async function action(args: ActionFunctionArgs) {
  const upload = await takeUpload(args);
  const { api } = await enter(args);
  return takeImport(api, priceImport, upload);
}

export default function PriceImport() {
  const { recent } = useLoaderData<typeof loader>();
  return <ImportStart of={priceImport} recent={recent} problem={useActionData<{ problem: string }>()?.problem} />;
}
