import { Chip } from "~/components/list/Chip";
import type { BankFileRow } from "~/lib/bank/bank.schema";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { formatDateTime } from "~/lib/time/datetime";
import { BANK } from "../shared/bank.upload";

const span = ({ from_date, to_date }: BankFileRow) =>
  from_date && to_date ? `${formatDate(from_date)}〜${formatDate(to_date)}` : "";

export function Files({ files }: { files: BankFileRow[] }) {
  return (
    <details
      className="print:hidden"
      open={files.some(({ state, gap }) => state === "waiting" || gap !== null)}
    >
      <summary className="cursor-pointer py-1 text-note font-bold">最近取り込んだファイル</summary>
      <ul className="grid rounded border border-line bg-surface">
        {files.map((file) => (
          <li
            key={file.key}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-0"
          >
            <span className="whitespace-nowrap tabular-nums">{formatDateTime(file.uploaded_time)}</span>
            <a
              href={file.state === "waiting" ? `${BANK}/file/${file.key}` : `${BANK}?file=${file.key}`}
              className="min-w-0 break-all text-accent underline"
            >
              {file.file_name}
            </a>
            {file.state === "waiting" ? (
              <Chip tone="warn">口座・列が未定（まだ取り込んでいません）</Chip>
            ) : (
              <span className="text-muted">
                {[file.account, file.format, span(file)].filter(Boolean).join("・")}
                {`・${formatNumber(file.num_rows)}行（新しい行 ${formatNumber(file.num_new)}）`}
                {file.closing === null ? "" : `・残高 ${formatYen(file.closing)}`}
                {`・${file.person}・`}
                <a href={`${BANK}/file/${file.key}`}>取込の内容・取消</a>
              </span>
            )}
            {file.gap ? <Chip tone="warn">前回の残高と合いません</Chip> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
