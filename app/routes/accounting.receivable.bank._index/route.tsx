import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { Tabs } from "~/components/list/Tabs";
import { bankList } from "~/lib/bank/bank.list";
import { BANK_STATE_LABEL, bankFiles, bankRegistered, bankSure, ROW_STATES } from "~/lib/bank/bank.schema";
import { bulkAnswer } from "~/lib/list/bulk.schema";
import { formatYen } from "~/lib/money/decimal";
import { flash } from "~/lib/web/flash.server";
import { loadList } from "~/lib/web/list.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { BANK, BankUpload } from "../shared/bank.upload";
import { ReceivableTabs } from "../shared/receivable.tabs";
import { Files } from "./Files";
import { SureForm } from "./SureForm";

export const meta = titled("銀行明細");

const choicesOf = (accounts: { key: number; label: string }[]) =>
  accounts.map(({ key, label }) => ({ value: String(key), label }));

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { items: files, accounts } = await api.get(bankFiles, "/bank/files");
  const list = await loadList(args, bankList(choicesOf(accounts)));
  return json({ ...list, files, accounts, idempotency_key: crypto.randomUUID() });
}

/** Registers what stood on the page as 確実, all or nothing. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, bankSure, async (api, value, key) => {
    const { num, amount } = await api.post(bankRegistered, "/bank/payments", value, key);
    const { pathname, search } = new URL(args.request.url);
    return flash(args, pathname + search, `${num}件・${formatYen(amount)}を入金に登録しました。`);
  });
}

export default function Bank() {
  const { page, filter, turned, amounts, printed, files, accounts, idempotency_key } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Reply | undefined;
  const { state, file, ...rest } = filter;
  const counts: { [name: string]: number | string } = page.sums ?? {};
  const href = (one?: string) =>
    `${BANK}?${new URLSearchParams({ ...rest, ...(file && { file }), ...(one && { state: one }) })}`;
  const tabs = [
    { label: "すべて", href: href() },
    ...ROW_STATES.map((one) => ({
      label: BANK_STATE_LABEL[one],
      href: href(one),
      count: Number(counts[one] ?? 0),
    })),
  ];
  const shown = files.find((one) => String(one.key) === file);
  const { pathname } = useLocation();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <h1 className="led print:hidden">売掛・請求残</h1>
      <ReceivableTabs current={pathname} />
      <BankUpload accounts={accounts} />
      {files.length > 0 ? <Files files={files} /> : null}
      <ListPage
        list={bankList(choicesOf(accounts))}
        page={page}
        under
        filter={filter}
        turned={turned}
        amounts={amounts}
        printed={printed}
        answer={bulkAnswer(answer)}
        csv={`${BANK}.csv?${new URLSearchParams(filter)}`}
      >
        {file ? (
          <p className="print:hidden">
            {`ファイル「${shown?.file_name ?? file}」の行だけを表示しています。`}
            <a href={BANK}>すべての行を表示</a>
            {shown ? (
              <>
                {"　"}
                <a href={`${BANK}/file/${shown.key}`}>取込の内容・取消</a>
              </>
            ) : null}
          </p>
        ) : null}
        {shown?.gap ? (
          <p className="rounded border border-warn bg-warn-soft px-4 py-3 print:hidden">{shown.gap}</p>
        ) : null}
        {files.length > 0 ? <Tabs label="状態" tabs={tabs} current={href(state)} /> : null}
        <SureForm rows={page.items} idempotency_key={answer?.idempotency_key ?? idempotency_key} />
        <p className="text-note text-muted print:hidden">
          金額は銀行の明細のとおりに登録します。
          <a href={`${BANK}/payer`}>覚えている振込名義と列の対応</a>
        </p>
      </ListPage>
    </div>
  );
}
