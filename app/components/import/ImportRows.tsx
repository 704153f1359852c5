import { LinkButton } from "~/components/form/Button";
import { Chip } from "~/components/list/Chip";
import { rowSentences } from "~/lib/import/import";
import { type Import, type ImportPageData, ROW_STATE_LABEL } from "~/lib/import/import.schema";
import { formatNumber } from "~/lib/money/decimal";

type Props = { of: Import; page: ImportPageData };

export function Faults({ of, page }: Props) {
  const { wrong, num_wrong } = page;
  return (
    <section className="grid min-w-0 gap-2">
      <header className="flex flex-wrap items-center gap-3">
        <h2 className="text-section font-bold text-bad">誤りのある行 {formatNumber(num_wrong)}行</h2>
        <LinkButton href={`${of.path}/${page.key}/wrong.csv`} download>
          誤りのある行のCSV（理由つき）
        </LinkButton>
      </header>
      <ul className="max-h-96 overflow-y-auto rounded border border-bad bg-surface px-4 py-2">
        {wrong.flatMap((row) =>
          rowSentences(of, page.columns, row).map((one, index) => (
            <li key={`${row.line}.${index}`} className="break-words border-b border-line py-1 last:border-0">
              {one.text}
            </li>
          )),
        )}
      </ul>
      {num_wrong > wrong.length ? (
        <p className="text-note text-muted">初めの{wrong.length}行です。全部は上のCSVで見られます。</p>
      ) : null}
    </section>
  );
}

export function Preview({ of, page }: Props) {
  const { rows } = page;
  const columns = of.columns.filter((column) =>
    rows.some((row) => row.shown[column.field] || row.before?.[column.field] !== undefined),
  );
  const noted = rows.some((row) => row.note);
  return (
    <section className="grid min-w-0 gap-2">
      <h2 className="text-section font-bold">登録される内容（初めの{rows.length}行）</h2>
      <div className="overflow-x-auto rounded border border-line bg-surface">
        <table className="rows">
          <thead>
            <tr>
              {["行", "", ...columns.map((column) => column.header), ...(noted ? ["確認"] : [])].map(
                (name, index) => (
                  <th key={index} scope="col" className="whitespace-nowrap">
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line}>
                <th scope="row" className="whitespace-nowrap text-right font-normal tabular-nums">
                  {row.line}
                </th>
                <td className="whitespace-nowrap">
                  <Chip tone={row.state === "new" ? "good" : row.state === "changed" ? "accent" : "muted"}>
                    {ROW_STATE_LABEL[row.state]}
                  </Chip>
                </td>
                {columns.map(({ field }) => (
                  <td key={field} className="max-w-[360px] truncate">
                    {row.before?.[field] === undefined ? null : (
                      <>
                        <del className="text-muted">{row.before[field] || "（空欄）"}</del> →{" "}
                      </>
                    )}
                    {row.shown[field]}
                  </td>
                ))}
                {noted ? <td className="whitespace-nowrap text-warn">{row.note}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
