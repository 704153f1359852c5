import { OneTap } from "~/components/form/OneTap";
import { Chip } from "~/components/list/Chip";
import { Thumbnail } from "~/components/list/Thumbnail";
import { MEDIA } from "~/lib/file/file";
import type { FileRow } from "~/lib/file/file.schema";
import { formatSize } from "~/lib/file/limit";
import { formatDateTime } from "~/lib/time/datetime";

const FRAME =
  "flex h-36 items-center justify-center overflow-hidden rounded border-b border-line bg-ground no-underline";
const SMALL = "min-h-6 cursor-pointer text-note text-accent underline touch:min-h-11";
function FileActs({
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

export function FileItem({ file, card }: { file: FileRow; card?: number }) {
  const { label } = MEDIA[file.media_type] ?? { label: "ファイル" };
  return (
    <li className="min-w-0 rounded border border-line bg-surface">
      <a href={`/file/${file.key}`} target="_blank" className={FRAME}>
        <Thumbnail file={file}>
          <span className="rounded border border-line bg-surface px-3 py-2 font-bold text-muted">
            <span className="sr-only">{file.name}を開く </span>
            {label}
          </span>
        </Thumbnail>
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
        {card ? <FileActs file={file} card={card} /> : null}
      </div>
    </li>
  );
}
