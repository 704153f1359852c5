import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ImportPage } from "~/components/import/ImportPage";
import { priceImport } from "~/lib/setting/product.import";
import { actImport, importShown } from "~/lib/web/import.server";
import { watched } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = watched(priceImport.title);

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return importShown(args, api, priceImport);
}

export async function action(args: ActionFunctionArgs) {
  const { api } = await enter(args);
  return actImport(args, api, priceImport);
}

export default function PriceImportPage() {
  const { page } = useLoaderData<typeof loader>();
  return <ImportPage of={priceImport} page={page} problem={useActionData<{ problem: string | null }>()?.problem} />;
}
