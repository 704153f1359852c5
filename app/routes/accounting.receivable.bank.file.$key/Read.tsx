import type { SubmissionResult } from "@conform-to/dom";
import { OneTap } from "~/components/form/OneTap";
import { Refused } from "~/components/form/Refused";
import { Facts } from "~/components/list/Facts";
import type { BankFileRow } from "~/lib/bank/bank.schema";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { formatDateTime } from "~/lib/time/datetime";
import { BANK } from "../shared/bank.upload";

type Props = { file: BankFileRow; reply?: SubmissionResult<string[]> };

/** What a file brought, and the way to take it back while nothing hangs on it. */
export function Read({ file, reply }: Props) {
  const { from_date, to_date, opening, closing } = file;
  return (
    <div className="grid max-w-[720px] gap-4">
      <h1 className="break-all">{file.file_name}</h1>
      <Refused reply={reply} />
      {file.gap ? <p className="rounded border border-warn bg-warn-soft px-4 py-3">{file.gap}</p> : null}
      <Facts
        facts={[
          { label: "口座", value: file.account },
          { label: "形式", value: file.format },
          {
            label: "期間",
            value: from_date && to_date && `${formatDate(from_date)}〜${formatDate(to_date)}`,
          },
          {
            label: "行",
            value: `${formatNumber(file.num_rows)}行（新しい行 ${formatNumber(file.num_new)}）`,
          },
          opening !== null && { label: "初めの残高", value: formatYen(opening) },
          closing !== null && { label: "終わりの残高", value: formatYen(closing) },
          { label: "取込", value: `${formatDateTime(file.uploaded_time)} ${file.person}` },
        ]}
      />
      <p>
        <a href={`${BANK}?file=${file.key}`}>このファイルの行を見る</a>
      </p>
      <section className="grid gap-2 border-t border-line pt-4">
        <h2>取込の取消</h2>
        {file.cannot_undo ? (
          <p>{file.cannot_undo}</p>
        ) : (
          <>
            <p>
              {`このファイルで入った${formatNumber(file.num_new)}行と、その対象外の印を消します。同じファイルは、もう一度取り込めます。`}
            </p>
            <div className="justify-self-start">
              <OneTap action={`${BANK}/file/${file.key}?discard=1`} fields={{}} tone="danger">
                取込を取り消す
              </OneTap>
            </div>
          </>
        )}
      </section>
      <p>
        <a href={BANK}>銀行明細に戻る</a>
      </p>
    </div>
  );
}
