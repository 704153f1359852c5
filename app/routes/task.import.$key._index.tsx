import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ImportPage } from "~/components/import/ImportPage";
import { cardImport } from "~/lib/task/card.import";
import { actImport, importShown } from "~/lib/web/import.server";
import { watched } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = watched(cardImport.title);

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return importShown(args, api, cardImport);
}

export async function action(args: ActionFunctionArgs) {
  const { api } = await enter(args);
  return actImport(args, api, cardImport);
}

export default function CardImportPage() {
  const { page } = useLoaderData<typeof loader>();
  return <ImportPage of={cardImport} page={page} problem={useActionData<{ problem: string | null }>()?.problem} />;
}
