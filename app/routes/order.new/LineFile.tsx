import { useField } from "@conform-to/react";
import { Button, LinkButton } from "~/components/form/Button";
import { ERROR } from "~/components/form/control";
import { TextArea } from "~/components/form/fields";
import { orderLineImport } from "~/lib/order/order.import";
import { MAX_LINES } from "~/lib/order/order.schema";

/**
 * 明細取込: a file beside the sheet that it fills. `num_lines`: a file that was taken in is no longer chosen, as
 * its field is another one.
 */
export function LineFile({ taken, num_lines }: { taken?: string; num_lines: number }) {
  const [file] = useField<string>("file");
  const [pasted] = useField<string>("pasted");
  const error = file.errors?.[0] ?? pasted.errors?.[0];
  const id = taken ? `${file.id}-${num_lines}` : file.id;
  return (
    <details open={Boolean(taken || error)} className="rounded border border-line bg-surface px-4">
      <summary className="flex min-h-11 items-center font-bold text-accent">
        CSVやExcelの表から明細を入れる
      </summary>
      <div className="grid gap-2 pb-4">
        {taken ? (
          <p role="status" className="rounded border border-accent bg-accent-soft px-4 py-2">
            {taken}
          </p>
        ) : null}
        <label htmlFor={id} className="text-note font-bold">
          明細のCSV
        </label>
        <input
          id={id}
          type="file"
          name="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-describedby={`${file.id}-help ${file.id}-error`}
          className="block w-full py-1 text-base touch:min-h-11"
        />
        <p id={`${file.id}-help`} className="text-note text-muted">
          1行目は見出しです（{orderLineImport.columns.map((column) => column.header).join("、")}
          ）。数量と、商品番号か品名の列を入れてください。 空いている行に入り、入力済みの行と合わせて
          {MAX_LINES}行までです。
        </p>
        <p id={`${file.id}-error`} data-error className={ERROR}>
          {file.errors?.[0]}
        </p>
        <TextArea
          name="pasted"
          label="またはExcelの表を貼り付け"
          optional
          rows={3}
          help="見出しの行も一緒にコピーします。ファイルを選んだときは、ファイルを使います"
        />
        <p className="flex flex-wrap gap-3">
          <Button name="step" value="lines" formNoValidate>
            明細に入れる
          </Button>
          <LinkButton href="/order/lines.csv" download>
            見出しのCSV
          </LinkButton>
        </p>
      </div>
    </details>
  );
}
