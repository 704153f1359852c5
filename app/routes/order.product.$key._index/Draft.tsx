import { LinkButton } from "~/components/form/Button";
import { FileField } from "~/components/form/fields";
import { OneTap } from "~/components/form/OneTap";
import { SchemaForm } from "~/components/form/SchemaForm";
import { KINDS_HELP } from "~/lib/file/file";
import { filing } from "~/lib/file/file.schema";
import { ACCEPT } from "~/lib/file/limit";
import type { QuoteDetail } from "~/lib/quote/quote.row.schema";

/** Nothing has left the company yet: this page is what is checked before it does. */
export function Draft({ found }: { found: QuoteDetail }) {
  const at = `/order/product/${found.key}`;
  return (
    <>
      <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
        まだ送信していません。送信すると、{found.parts.length}
        社にそれぞれ届きます。送信したあとは変更できません。
      </p>
      <div className="flex flex-wrap gap-2">
        <OneTap
          action={`${at}?act=send`}
          fields={{ version: found.version, idempotency_key: `quote.send.${found.key}.${found.version}` }}
          tone="primary"
        >
          {found.parts.length}社に送信する
        </OneTap>
        <LinkButton href={`${at}/edit`}>内容を変更する</LinkButton>
      </div>
      <details className="rounded border border-line bg-surface px-4">
        <summary className="flex min-h-11 items-center font-bold text-accent">図面・資料を追加する</summary>
        <div className="pb-4">
          <SchemaForm
            id="files"
            schema={filing}
            action={`${at}/files`}
            submit="載せる"
            upload
            idempotency_key={`quote.files.${found.key}.${found.files.length}`}
          >
            <FileField
              name="files"
              label="ファイル"
              accept={ACCEPT}
              empty="ファイルを選択してください"
              help={KINDS_HELP}
            />
          </SchemaForm>
        </div>
      </details>
    </>
  );
}
