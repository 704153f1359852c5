import type { FileRow } from "~/lib/file/file.schema";
import { kindAndSize } from "~/lib/file/limit";

/** A file by its name, with edition, kind and size behind it. */
export const FileLink = ({ file }: { file: FileRow }) => (
  <>
    <a href={`/file/${file.key}`} target="_blank" className="min-w-0 truncate text-accent underline">
      {file.name}
    </a>
    <span className="text-note text-muted">
      {file.revision ? `版${file.revision}・` : ""}
      {kindAndSize(file)}
    </span>
  </>
);
