import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ImportStart } from "~/components/import/ImportStart";
import { cardImport } from "~/lib/task/card.import";
import { importStart, takeImport } from "~/lib/web/import.server";
import { titled } from "~/lib/web/title";

export const meta = titled(cardImport.title);

export async function loader(args: LoaderFunctionArgs) {
  return importStart(args, cardImport);
}

export async function action(args: ActionFunctionArgs) {
  return takeImport(args, cardImport);
}

export default function CardImport() {
  return <ImportStart of={cardImport} />;
}
