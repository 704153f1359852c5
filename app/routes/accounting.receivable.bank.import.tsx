import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { bankFiles } from "~/lib/bank/bank.schema";
import { takeBankFile } from "~/lib/web/bank.server";
import { takeUpload } from "~/lib/web/import.upload.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { BANK, BankUpload } from "./shared/bank.upload";
import { ReceivableTabs } from "./shared/receivable.tabs";

export const meta = titled("銀行明細の取込");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await api.get(bankFiles, "/bank/files"));
}

export async function action(args: ActionFunctionArgs) {
  const upload = await takeUpload(args);
  const { api } = await enter(args);
  return takeBankFile(args, api, upload);
}

export default function BankImport() {
  const { accounts } = useLoaderData<typeof loader>();
  const problem = useActionData<{ problem: string | null }>()?.problem;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <h1>銀行明細の取込</h1>
      <ReceivableTabs current={BANK} />
      <BankUpload accounts={accounts} problem={problem} />
      <p>
        <a href={BANK}>銀行明細に戻る</a>
      </p>
    </div>
  );
}
