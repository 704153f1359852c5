import type { Message } from "~/lib/chat/message.schema";
import { kindAndSize } from "~/lib/file/limit";

const FILE =
  "flex flex-wrap items-center gap-x-2 rounded border border-line bg-surface px-2 py-1 text-note no-underline";
export function Files({ files }: { files: Message["files"] }) {
  return (
    <span className="flex flex-wrap gap-2">
      {files.map((one) => (
        <a
          key={one.key}
          href={`/file/${one.key}`}
          target="_blank"
          rel="noreferrer"
          className={one.has_thumb ? "" : FILE}
        >
          {one.has_thumb ? (
            <img
              src={`/file/${one.key}/thumb`}
              alt={one.name}
              loading="lazy"
              className="max-h-32 max-w-full rounded border border-line"
            />
          ) : (
            <>
              <span className="text-accent underline">{one.name}</span>
              <span className="text-muted">{kindAndSize(one)}</span>
            </>
          )}
        </a>
      ))}
    </span>
  );
}
