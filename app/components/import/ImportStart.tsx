import { useActionData, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/form/Button";
import { ERROR } from "~/components/form/control";
import { Chip } from "~/components/list/Chip";
import { choiceWords } from "~/lib/import/import";
import { type Import, type ImportColumn, type ImportHead } from "~/lib/import/import.schema";
import { formatNumber } from "~/lib/money/decimal";
import { formatDateTime } from "~/lib/time/datetime";
import { IMPORT_STATE_LABEL } from "~/lib/vocabulary/import";
import { STATE_TONE } from "./ImportPage";

export function ImportStart({ of }: { of: Import }) {
  const { recent } = useLoaderData<{ recent: ImportHead[] }>();
  const problem = useActionData<{ problem: string | null }>()?.problem;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-title font-bold">{of.title}</h1>
        {of.note ? <p className="text-muted">{of.note}</p> : null}
      </header>
      <form
        method="post"
        action={of.path}
        encType="multipart/form-data"
        data-plain
        className="grid max-w-[720px] gap-3 rounded border border-line bg-surface p-4"
      >
        <label htmlFor="file" className="text-note font-bold">
          CSVファイル
        </label>
        <input
          id="file"
          type="file"
          name="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-describedby="file-help file-error"
          className="block w-full py-1 text-base"
        />
        <p id="file-help" className="text-note text-muted">
          1行目は見出しです。文字コード（UTF-8、Shift_JIS）と区切り（コンマ、タブ）は自動で見分けます。一度に100,000行まで。次の画面で内容を確かめるまで、何も登録されません。
        </p>
        <p id="file-error" role={problem ? "alert" : undefined} className={ERROR}>
          {problem}
        </p>
        <p className="flex flex-wrap gap-3">
          <Button tone="primary" className="min-w-32">
            内容を確認する
          </Button>
          <LinkButton href={`${of.path}.csv`} download>
            見出しのCSV
          </LinkButton>
          <LinkButton tone="plain" href={of.list}>
            やめる
          </LinkButton>
        </p>
      </form>
      <Columns columns={of.columns} />
      {recent.length > 0 ? <Recent of={of} recent={recent} /> : null}
    </div>
  );
}

function Columns({ columns }: { columns: ImportColumn[] }) {
  return (
    <section className="grid min-w-0 gap-2">
      <h2 className="text-section font-bold">使える列</h2>
      <p className="text-note text-muted">列の順番は自由です。ここにない列は読み飛ばします。</p>
      <div className="overflow-x-auto rounded border border-line bg-surface">
        <table className="rows">
          <thead>
            <tr>
              {["見出し", "入れるもの", "例", "ほかの呼び方"].map((name, index) => (
                <th key={name} scope="col" className={index > 1 ? "max-desk:hidden" : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <tr key={column.field}>
                <th scope="row" className="whitespace-nowrap">
                  {column.header}
                  {column.required ? <span className="ml-2 text-note text-bad">必須</span> : null}
                </th>
                <td>
                  {[column.help, column.choices && `${choiceWords(column).join("・")}。`]
                    .filter(Boolean)
                    .join(" ")}
                </td>
                <td className="whitespace-nowrap max-desk:hidden">{column.example}</td>
                <td className="text-muted max-desk:hidden">
                  {column.synonyms?.filter((name) => /[ぁ-んァ-ヶ一-龠]/.test(name)).join("、")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Recent({ of, recent }: { of: Import; recent: ImportHead[] }) {
  return (
    <section className="grid gap-2">
      <h2 className="text-section font-bold">最近の取込</h2>
      <ul className="grid rounded border border-line bg-surface">
        {recent.map((one) => (
          <li
            key={one.key}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-0"
          >
            <span className="whitespace-nowrap tabular-nums">{formatDateTime(one.created_time)}</span>
            <a href={`${of.path}/${one.key}`} className="min-w-0 break-all">
              {one.file_name}
            </a>
            <span className="text-muted">
              {formatNumber(one.num_rows)}行・{one.person}
            </span>
            <Chip tone={STATE_TONE[one.state]}>{IMPORT_STATE_LABEL[one.state]}</Chip>
          </li>
        ))}
      </ul>
    </section>
  );
}
