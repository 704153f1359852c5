import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ImportStart } from "~/components/import/ImportStart";
import { productImport } from "~/lib/setting/product.import";
import { importStart, takeImport } from "~/lib/web/import.server";
import { takeUpload } from "~/lib/web/import.upload.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled(productImport.title);

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return importStart(api, productImport);
}

export async function action(args: ActionFunctionArgs) {
  const upload = await takeUpload(args);
  const { api } = await enter(args);
  return takeImport(api, productImport, upload);
}

export default function ProductImport() {
  const { recent } = useLoaderData<typeof loader>();
  return <ImportStart of={productImport} recent={recent} problem={useActionData<{ problem: string }>()?.problem} />;
}
