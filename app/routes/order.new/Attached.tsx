import { useField } from "@conform-to/react";
import { Button } from "~/components/form/Button";
import { FieldSet } from "~/components/form/FieldSet";
import { FileField, HiddenField, TextField } from "~/components/form/fields";
import { KINDS_HELP } from "~/lib/file/file";
import type { FileRow } from "~/lib/file/file.schema";
import { ACCEPT, kindAndSize } from "~/lib/file/limit";
import type { Typed } from "~/lib/order/order.draft";

/** What goes with the order, or with one of its lines; each chosen file is kept with the 下書き at once. */
export function Attached({ typed, files }: { typed: Typed; files: FileRow[] }) {
  const [field] = useField<string>("attached");
  const lines = typed.lines ?? [];
  const rows = [
    { title: "依頼全体", keys: String(typed.files ?? "") },
    ...lines.map((line, index) => ({
      title: `${index + 1}行目 ${line?.name || line?.product_id_label || ""}`,
      keys: line?.files ?? "",
    })),
  ].flatMap(({ title, keys }) =>
    files.filter((one) => keys.split(" ").includes(one.key)).map((one) => ({ ...one, title })),
  );
  return (
    <FieldSet legend="添付">
      <HiddenField name="files" />
      {rows.length > 0 ? (
        <ul className="grid gap-1">
          {rows.map(({ key, title, ...file }) => (
            <li
              key={`${title} ${key}`}
              className="flex flex-wrap items-center gap-x-3 border-b border-line py-1"
            >
              <span className="text-note text-muted">{title}</span>
              <a href={`/file/${key}`} target="_blank" className="min-w-0 truncate text-accent underline">
                {file.name}
              </a>
              <span className="text-note text-muted">{kindAndSize(file)}</span>
              <Button name="step" value={`detach ${key}`} formNoValidate tone="plain">
                外す
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <details open={Boolean(field.errors)}>
        <summary className="flex min-h-11 items-center font-bold text-accent">図面・資料を添付</summary>
        <div className="grid gap-3 pb-2">
          <FileField name="attached" label="ファイル" optional accept={ACCEPT} help={KINDS_HELP} />
          <TextField
            name="attached_line"
            label="明細の行"
            optional
            width="short"
            help="行の番号。空欄なら依頼全体に添付します。商品マスタにある図面は、依頼した改訂のものが自動で控えられます"
          />
          <p>
            <Button name="step" value="attach" formNoValidate>
              添付する
            </Button>
          </p>
        </div>
      </details>
    </FieldSet>
  );
}
