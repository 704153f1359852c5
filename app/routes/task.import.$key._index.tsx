import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ImportPage } from "~/components/import/ImportPage";
import { cardImport } from "~/lib/task/card.import";
import { actImport, importShown } from "~/lib/web/import.server";
import { watched } from "~/lib/web/title";

export const meta = watched(cardImport.title);

export async function loader(args: LoaderFunctionArgs) {
  return importShown(args, cardImport);
}

export async function action(args: ActionFunctionArgs) {
  return actImport(args, cardImport);
}

export default function CardImportPage() {
  return <ImportPage of={cardImport} />;
}
