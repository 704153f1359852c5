import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { columnNumber } from "~/lib/bank/bank.csv";
import { type BankSetup, bankColumns } from "~/lib/bank/bank.schema";
import { labelOf } from "~/lib/text/text.schema";

const PREVIEW_LINES = 8;
const FIELDS = ["date", "in", "out", "amount", "direction", "balance", "payer"] as const;

/** Which line is the head, and what each of its columns means. */
export function Columns({ lines, head_line }: Pick<BankSetup, "lines" | "head_line">) {
  const heads = lines.map(({ line, cells }, index) => ({
    value: String(index + 1),
    label: `${line}行目: ${cells.filter(Boolean).join("、").slice(0, 40)}`,
  }));
  const choices = [{ value: "0", label: "見出しはない（列の番号で決める）" }, ...heads];
  const names = [...new Set(lines[head_line - 1]?.cells.map((cell) => cell.trim()).filter(Boolean))];
  const first = lines[Math.max(0, head_line - 1)]?.cells ?? [];
  const numbers = first.map((cell, at) => ({
    value: columnNumber(at),
    label: [columnNumber(at), cell.trim().slice(0, 20)].filter(Boolean).join(": "),
  }));
  const options = [...names.map((name) => ({ value: name, label: name })), ...numbers];
  const from = Math.max(0, head_line - 1);
  return (
    <>
      <div className="overflow-x-auto rounded border border-line bg-surface">
        <table className="rows">
          <caption className="sr-only">ファイルの初めの行</caption>
          <thead>
            <tr>
              <th scope="col" className="sr-only">
                行
              </th>
              {first.map((_, at) => (
                <th key={at} scope="col" className="whitespace-nowrap">
                  {columnNumber(at)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice(from, from + PREVIEW_LINES).map(({ line, cells }, index) => (
              <tr key={line}>
                <th scope="row" className="whitespace-nowrap text-note text-muted">
                  {line}行目
                </th>
                {cells.map((cell, at) => (
                  <td
                    key={at}
                    className={
                      index === 0 && head_line > 0 ? "whitespace-nowrap font-bold" : "whitespace-nowrap"
                    }
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-note text-muted">
        見出しのあるファイルは見出しの名前で、ないファイルは列の番号で選びます。
      </p>
      <FieldSet legend="列の対応" columns={2}>
        <SelectField name="head_line" label="見出しの行" options={choices} width="full" optional={false} />
        {FIELDS.map((name) => (
          <SelectField
            key={name}
            name={name}
            label={labelOf(bankColumns.shape[name])}
            options={options}
            optional={name !== "date" && name !== "in"}
            either={name === "in"}
          />
        ))}
      </FieldSet>
    </>
  );
}
