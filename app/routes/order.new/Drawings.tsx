import { isImage } from "~/lib/file/file";
import type { FileRow } from "~/lib/file/file.schema";
import { FileLink } from "./FileLink";

/** The drawing of the last order beside that of this one. */
export const Drawings = ({ previous, now }: { previous: FileRow | null; now: FileRow | null }) => (
  <section aria-label="図面" className="grid gap-4 desk:grid-cols-2">
    <Sheet title="前回の図面" file={previous} />
    <Sheet title="今回の図面" file={now} />
  </section>
);

function Sheet({ title, file }: { title: string; file: FileRow | null }) {
  return (
    <section className="grid min-w-0 content-start gap-2 rounded border border-line bg-surface p-4">
      <h2>{title}</h2>
      {file ? (
        <>
          <p className="flex flex-wrap items-center gap-x-3">
            <FileLink file={file} />
          </p>
          {isImage(file.media_type) ? (
            <img
              loading="lazy"
              src={`/file/${file.key}`}
              alt={`${title} ${file.name}`}
              className="max-w-full rounded border border-line"
            />
          ) : null}
          {file.media_type === "application/pdf" ? (
            <iframe
              loading="lazy"
              src={`/file/${file.key}`}
              title={`${title} ${file.name}`}
              className="h-96 w-full rounded border border-line print:hidden max-desk:hidden"
            />
          ) : null}
        </>
      ) : (
        <p className="text-muted">図面がありません。</p>
      )}
    </section>
  );
}
