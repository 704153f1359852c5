import { OneTap } from "~/components/form/OneTap";
import { Chip } from "~/components/list/Chip";
import { Thumbnail } from "~/components/list/Thumbnail";
import { MEDIA } from "~/lib/file/file";
import type { FileRow } from "~/lib/file/file.schema";
import { formatSize } from "~/lib/file/limit";
import { formatDateTime } from "~/lib/time/datetime";
import { FILE_KIND_LABEL } from "~/lib/vocabulary/file";

export function Item({ file, path }: { file: FileRow; path: string }) {
  const act = (name: string, label: string, tone?: "danger") => (
    <OneTap action={`${path}?file=${file.key}`} fields={{ act: name, version: file.version }} tone={tone}>
      {label}
    </OneTap>
  );
  return (
    <li className="flex flex-wrap items-center gap-4 rounded border border-line bg-surface p-3">
      <a
        href={`/file/${file.key}`}
        target="_blank"
        className="flex h-20 w-28 items-center justify-center overflow-hidden rounded bg-ground"
      >
        <Thumbnail file={file}>
          <b className="text-muted">
            {MEDIA[file.media_type]?.label ?? "ファイル"}
            <span className="sr-only"> {file.name}</span>
          </b>
        </Thumbnail>
      </a>
      <div className="min-w-0 flex-1">
        <p className="break-all font-bold">{file.name}</p>
        <p className="flex flex-wrap gap-1">
          <Chip>{FILE_KIND_LABEL[file.kind]}</Chip>
          {file.is_latest ? <Chip tone="good">最新</Chip> : null}
          {file.revision ? <Chip>版 {file.revision}</Chip> : null}
          {file.is_inner ? <Chip tone="warn">社内のみ</Chip> : null}
        </p>
        <p className="text-note text-muted">
          {formatSize(file.size)}・{file.created_by}・{formatDateTime(file.created_time)}
        </p>
      </div>
      {file.is_own ? (
        <div className="flex flex-wrap gap-2">
          {file.kind === "drawing"
            ? act(file.is_latest ? "old" : "latest", file.is_latest ? "旧版にする" : "最新にする")
            : null}
          {act(file.is_inner ? "open" : "inner", file.is_inner ? "依頼元にも見せる" : "社内のみにする")}
          {act("hide", "削除", "danger")}
        </div>
      ) : null}
    </li>
  );
}
