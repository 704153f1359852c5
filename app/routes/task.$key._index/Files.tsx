import { Empty } from "~/components/list/Empty";
import { cardFiles, type FileRow } from "~/lib/file/file.schema";
import type { CardDetail } from "~/lib/task/card.page.schema";
import { type FileKind } from "~/lib/vocabulary/file";
import type { Api } from "~/lib/web/api.server";
import { FileItem } from "./FileItem";
import { UploadForm } from "./UploadForm";

export async function loadFiles(api: Api, { card }: CardDetail, _: boolean) {
  return { ...(await api.get(cardFiles, `/cards/${card.key}/files`)), idempotency_key: crypto.randomUUID() };
}

type Props = { detail: CardDetail; seller: boolean; found: Awaited<ReturnType<typeof loadFiles>> };

export function Files({ detail: { card }, found: { items, inherited, idempotency_key } }: Props) {
  const of = (kind: FileKind) => items.filter((one) => one.kind === kind);
  const drawings = [...of("drawing")].sort((a, b) => Number(b.is_latest) - Number(a.is_latest));
  return (
    <div className="grid items-start gap-6 desk:grid-cols-side">
      <div className="grid min-w-0 gap-6">
        {items.length + inherited.length === 0 ? (
          <section className="rounded border border-line bg-surface">
            <Empty
              text="図面・写真はまだありません。"
              action={{ label: "載せる", href: `/task/${card.key}/files` }}
            />
          </section>
        ) : null}
        <Group title="図面" files={drawings} card={card.key} />
        <Group title="写真" files={of("photo")} card={card.key} />
        <Group title="資料" files={of("document")} card={card.key} />
        <Group title="商品・親カード・外注依頼の図面と写真" files={inherited} />
      </div>
      <section aria-label="図面・写真を載せる" className="max-desk:order-first">
        <UploadForm card={card.key} idempotency_key={idempotency_key} />
      </section>
    </div>
  );
}

function Group({ title, files, card }: { title: string; files: FileRow[]; card?: number }) {
  if (files.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h2>
        {title}
        <span className="ml-2 text-note font-normal text-muted">{files.length}件</span>
      </h2>
      <ul className="grid grid-cols-2 gap-3 desk:grid-cols-3 wide:grid-cols-4">
        {files.map((file) => (
          <FileItem
            key={file.key}
            file={file}
            card={file.is_own && file.owner_kind === "card" ? card : undefined}
          />
        ))}
      </ul>
    </section>
  );
}
