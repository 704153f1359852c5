import type { ReactNode } from "react";

/** A file's small picture, or what stands for it. */
export function Thumbnail({ file, children }: { file: FileKey; children: ReactNode }) {
  return file.has_thumb ? (
    <img
      src={`/file/${file.key}/thumb`}
      alt={file.name}
      loading="lazy"
      className="max-h-full max-w-full object-contain"
    />
  ) : (
    children
  );
}
type FileKey = { key: number | string; name: string; has_thumb: boolean };
