import { Icon } from "~/components/frame/Icon";
import { Chip } from "~/components/list/Chip";
import { Thumbnail } from "~/components/list/Thumbnail";
import { MEDIA, revisionProblem } from "~/lib/file/file";
import { cardFiles, drawingOf, type FileRow } from "~/lib/file/file.schema";
import type { CardRow } from "~/lib/vocabulary/card.schema";
import type { Api } from "~/lib/web/api.server";

export const latestDrawing = async (api: Api, key: number): Promise<FileRow | null> =>
  drawingOf(await api.get(cardFiles, `/cards/${key}/files`));

const FRAME =
  "flex h-36 items-center justify-center overflow-hidden rounded border border-line bg-surface no-underline";

/** Of a PDF or a DXF there is no small picture: a sheet with its kind stands for it. */
export function Drawing({
  card: { key: card_key, drawing_revision },
  file,
}: {
  card: Pick<CardRow, "key" | "drawing_revision">;
  file: FileRow;
}) {
  const { key, name, media_type, is_latest, revision } = file;
  const problem = revisionProblem(drawing_revision, file);
  return (
    <div className="grid min-w-0 gap-1">
      <a href={`/file/${key}`} target="_blank" className={FRAME} aria-label={`図面 ${name}を開く`}>
        <Thumbnail file={file}>
          <span className="flex flex-col items-center gap-1 font-bold text-muted">
            <Icon name="sheet" size={48} />
            {MEDIA[media_type]?.label ?? "ファイル"}
          </span>
        </Thumbnail>
      </a>
      <span className="truncate text-note" title={name}>
        {name}
      </span>
      <span className="flex flex-wrap items-center gap-1">
        {is_latest ? <Chip tone="good">最新</Chip> : null}
        {revision ? <Chip tone="muted">版 {revision}</Chip> : null}
        <a
          href={`/task/${card_key}?tab=files`}
          className="ml-auto inline-flex items-center text-note text-accent underline touch:h-11"
        >
          すべて見る
        </a>
      </span>
      {problem ? <b className="text-note text-warn">{problem}</b> : null}
    </div>
  );
}
