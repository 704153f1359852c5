import { kindAndSize } from "~/lib/file/limit";
import { Chip } from "./Chip";
import type { Draft, Reply } from "./state";

const SMALL = "min-h-6 text-note text-accent underline touch:min-h-11";

export function Answering({ reply, room, onEnd }: { reply: Reply; room: string; onEnd?: () => void }) {
  return (
    <div className="flex items-center gap-2 text-note">
      <input type="hidden" name="replyTo" value={reply.id} />
      <span className="min-w-0 flex-1 truncate border-l-4 border-line px-2 text-muted">
        <b>{reply.ownerName}</b>への返信：{reply.message}
      </span>
      <a
        href={`/chat/${room}`}
        onClick={
          onEnd &&
          ((event) => {
            event.preventDefault();
            onEnd();
          })
        }
        className={SMALL}
      >
        やめる
      </a>
    </div>
  );
}

export function Attached({
  draft: { about, files },
  room,
  live,
  onChange,
}: {
  draft: Draft;
  room: string;
  live: boolean;
  onChange: (more: Partial<Draft>) => void;
}) {
  return (
    <>
      {about ? (
        <div className="flex items-start gap-2">
          {about.card ? <input type="hidden" name="taskId" value={about.card.key} /> : null}
          {about.product ? <input type="hidden" name="productId" value={about.product.product_id} /> : null}
          <Chip about={about} seller={false} />
          {live ? (
            <button type="button" onClick={() => onChange({ about: null })} className={SMALL}>
              外す
            </button>
          ) : (
            <a href={`/chat/${room}`} className={SMALL}>
              外す
            </a>
          )}
        </div>
      ) : null}
      {files.map((file, index) => (
        <div key={index} className="flex items-center gap-2 text-note">
          <span className="truncate">{file.name}</span> {kindAndSize(file)}
          <button
            type="button"
            aria-label={`${file.name}を外す`}
            onClick={() => onChange({ files: files.filter((other) => other !== file) })}
            className={SMALL}
          >
            外す
          </button>
        </div>
      ))}
    </>
  );
}
