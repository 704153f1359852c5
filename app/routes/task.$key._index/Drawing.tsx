import { Chip } from "~/components/list/Chip";
import { MEDIA, revisionProblem } from "~/lib/file/file";
import { cardFiles, drawingOf, type FileRow } from "~/lib/file/file.schema";
import type { CardRow } from "~/lib/vocabulary/card.schema";
import type { Api } from "~/lib/web/api.server";

export const latestDrawing = async (api: Api, key: number): Promise<FileRow | null> =>
  drawingOf(await api.get(cardFiles, `/cards/${key}/files`));

const FRAME =
  "flex h-36 w-64 max-w-full items-center justify-center overflow-hidden rounded border border-line bg-ground no-underline";

export function Drawing({
  card: { key: card_key, drawing_revision },
  file,
}: {
  card: Pick<CardRow, "key" | "drawing_revision">;
  file: FileRow;
}) {
  const { key, name, media_type, has_thumb, is_latest, revision } = file;
  const problem = revisionProblem(drawing_revision, file);
  return (
    <p className="mb-3 flex flex-wrap items-center gap-3">
      <a href={`/file/${key}`} target="_blank" className={FRAME}>
        {has_thumb ? (
          <img
            src={`/file/${key}/thumb`}
            alt={`図面 ${name}`}
            className="max-h-full max-w-full object-contain"
          />
        ) : (
          <span className="px-4 font-bold text-muted">
            <span className="sr-only">図面 {name}を開く </span>
            {MEDIA[media_type]?.label ?? "ファイル"}
          </span>
        )}
      </a>
      <span className="grid min-w-0 gap-1">
        <span className="truncate" title={name}>
          {name}
        </span>
        <span className="flex flex-wrap gap-1 empty:hidden">
          {is_latest ? <Chip tone="good">最新</Chip> : null}
          {revision ? <Chip tone="muted">版 {revision}</Chip> : null}
        </span>
        {problem ? <b className="text-warn">{problem}</b> : null}
        <a
          href={`/task/${card_key}?tab=files`}
          className="inline-flex items-center text-note text-accent underline touch:h-11"
        >
          図面・写真をすべて見る
        </a>
      </span>
    </p>
  );
}
