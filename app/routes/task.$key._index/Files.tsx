import { OneTap } from "~/components/form/OneTap";
import { Chip } from "~/components/list/Chip";
import { Empty } from "~/components/list/Empty";
import { MEDIA } from "~/lib/file/file";
import { cardFiles, type FileRow } from "~/lib/file/file.schema";
import { formatSize } from "~/lib/file/limit";
import type { CardDetail } from "~/lib/task/card.page.schema";
import { formatDateTime } from "~/lib/time/date";
import { type FileKind } from "~/lib/vocabulary/file";
import type { Api } from "~/lib/web/api.server";
import { UploadForm } from "./UploadForm";

export async function loadFiles(api: Api, { card }: CardDetail, _: boolean) {
  return { ...(await api.get(cardFiles, `/cards/${card.key}/files`)), idempotency_key: crypto.randomUUID() };
}

type Props = { detail: CardDetail; seller: boolean; found: Awaited<ReturnType<typeof loadFiles>> };

export function Files({ detail: { card }, found: { items, inherited, idempotency_key } }: Props) {
  const of = (kind: FileKind) => items.filter((one) => one.kind === kind);
  const drawings = [...of("drawing")].sort((a, b) => Number(b.is_latest) - Number(a.is_latest));
  return (
    <div className="grid items-start gap-6 desk:grid-cols-aside">
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
        <Group title="商品・親カードの図面と写真" files={inherited} />
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
          <Item
            key={file.key}
            file={file}
            card={file.is_own && file.owner_kind === "card" ? card : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

const FRAME =
  "flex h-36 items-center justify-center overflow-hidden rounded border-b border-line bg-ground no-underline";
const SMALL = "min-h-6 cursor-pointer text-note text-accent underline touch:min-h-11";

function Item({ file, card }: { file: FileRow; card?: number }) {
  const { label } = MEDIA[file.media_type] ?? { label: "ファイル" };
  return (
    <li className="min-w-0 rounded border border-line bg-surface">
      <a href={`/file/${file.key}`} target="_blank" className={FRAME}>
        {file.has_thumb ? (
          <img
            src={`/file/${file.key}/thumb`}
            alt={file.name}
            loading="lazy"
            className="max-h-full max-w-full object-contain"
          />
        ) : (
          <span className="rounded border border-line bg-surface px-3 py-2 font-bold text-muted">
            <span className="sr-only">{file.name}を開く </span>
            {label}
          </span>
        )}
      </a>
      <div className="grid gap-1 p-2">
        <p className="truncate" title={file.name}>
          {file.name}
        </p>
        <p className="flex flex-wrap gap-1 empty:hidden">
          {file.is_latest ? <Chip tone="good">最新</Chip> : null}
          {file.revision ? <Chip tone="muted">版 {file.revision}</Chip> : null}
          {file.owner_kind === "defect" ? <Chip tone="bad">不良</Chip> : null}
          {file.is_inner || file.owner_kind === "defect" ? <Chip tone="warn">社内のみ</Chip> : null}
        </p>
        <p className="text-note text-muted">
          {formatSize(file.size)}・{file.created_by}
          <br />
          {formatDateTime(file.created_time)}
        </p>
        {card ? <Deeds file={file} card={card} /> : null}
      </div>
    </li>
  );
}

function Deeds({
  file: { key, name, version, kind, is_latest, is_inner },
  card,
}: {
  file: FileRow;
  card: number;
}) {
  const action = `/task/${card}/files/${key}`;
  return (
    <div className="flex flex-wrap gap-x-3">
      {kind === "drawing" ? (
        <OneTap
          action={action}
          fields={{ act: is_latest ? "old" : "latest", version }}
          look={SMALL}
          label={`${name}を${is_latest ? "旧版" : "最新"}にする`}
        >
          {is_latest ? "旧版にする" : "最新にする"}
        </OneTap>
      ) : null}
      <OneTap
        action={action}
        fields={{ act: is_inner ? "open" : "inner", version }}
        look={SMALL}
        label={`${name}を${is_inner ? "相手にも見せる" : "社内のみにする"}`}
      >
        {is_inner ? "相手にも見せる" : "社内のみにする"}
      </OneTap>
      <OneTap
        action={action}
        fields={{ act: "hide", version }}
        look={`${SMALL} text-bad`}
        label={`${name}を削除`}
      >
        削除
      </OneTap>
    </div>
  );
}
