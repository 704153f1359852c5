import { Button } from "~/components/form/Button";
import { ERROR, INPUT } from "~/components/form/control";

type Props = { accounts: { key: number; label: string }[]; problem?: string | null };

export const BANK = "/accounting/receivable/bank";

/** A file is chosen, or let fall on the field. */
export function BankUpload({ accounts, problem }: Props) {
  return (
    <form
      method="post"
      action={`${BANK}/import`}
      encType="multipart/form-data"
      data-plain
      className="flex flex-wrap items-end gap-3 rounded border border-line bg-surface p-4 print:hidden"
    >
      <div className="max-desk:w-full">
        <label htmlFor="file" className="mb-1 block text-note font-bold">
          銀行明細のファイル
        </label>
        <input
          id="file"
          type="file"
          name="file"
          accept=".csv,.txt,.tsv,.dat,.api,text/csv,text/plain"
          aria-describedby="file-help file-error"
          className="block w-full py-1 text-base"
        />
      </div>
      {accounts.length > 0 ? (
        <div className="max-desk:w-full">
          <label htmlFor="account_key" className="mb-1 block text-note font-bold">
            口座
          </label>
          <select id="account_key" name="account_key" className={`${INPUT} w-64 max-w-full max-desk:w-full`}>
            <option value="">ファイルから判断</option>
            {accounts.map((account) => (
              <option key={account.key} value={account.key}>
                {account.label}
              </option>
            ))}
          </select>
        </div>
      ) : null}
      <Button tone="primary">取り込む</Button>
      <p id="file-help" className="w-full text-note text-muted">
        全銀形式（入出金取引明細・振込入金通知）と、銀行のCSVを読み取ります。ファイルはこの欄にドラッグしても選べます。同じ明細をもう一度取り込んでも、二重にはなりません。700KB・3,000行まで。
      </p>
      <p id="file-error" role={problem ? "alert" : undefined} className={ERROR}>
        {problem}
      </p>
    </form>
  );
}
