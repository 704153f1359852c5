import type { SubmissionResult } from "@conform-to/dom";
import { FileField } from "~/components/form/fields";
import { OneTap } from "~/components/form/OneTap";
import { SchemaForm } from "~/components/form/SchemaForm";
import { pictureAt } from "~/lib/company/print";
import { PICTURES, type Picture, pictureForm } from "~/lib/company/print.schema";

const HELP = {
  logo: "会社名の上に、高さ12mmで印字します。",
  seal: "会社名の右に、20mm角で重ねて印字します。背景が透明なPNGがきれいです。",
};

/** ロゴ or 角印: the picture as it is, another one, or none. */
export function PictureForm({
  which,
  file,
  idempotency_key,
  reply,
}: {
  which: Picture;
  file: string | null;
  idempotency_key: string;
  reply?: SubmissionResult<string[]> | null;
}) {
  const name = PICTURES[which];
  return (
    <section className="grid gap-3 rounded border border-line bg-surface p-4">
      <h2>{name}</h2>
      <p className="text-note text-muted">{HELP[which]}発行済みの書類は変わりません。</p>
      {file ? (
        <div className="flex flex-wrap items-center gap-4">
          <img
            src={pictureAt(file)}
            alt={`今の${name}`}
            className="max-h-32 max-w-full border border-line bg-surface p-2"
          />
          <OneTap action={`/setting/paper/${which}`} fields={{ remove: "on" }} tone="plain">
            {name}を外す
          </OneTap>
        </div>
      ) : (
        <p className="text-muted">まだありません。</p>
      )}
      <SchemaForm
        id={which}
        schema={pictureForm}
        reply={reply}
        action={`/setting/paper/${which}`}
        idempotency_key={idempotency_key}
        submit={`${name}を保存`}
        tone="secondary"
        upload
      >
        <FileField
          name="files"
          label={`${name}の画像`}
          accept=".png,.jpg,.jpeg"
          multiple={false}
          help="PNGかJPEG。大きい画像は800ピクセルまで小さくします。"
        />
      </SchemaForm>
    </section>
  );
}
