/** Files of /file by key; each opens as it is. */
export function Photos({ photos }: { photos: { key: string; name: string }[] }) {
  if (photos.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-3">
      {photos.map((photo) => (
        <a key={photo.key} href={`/file/${photo.key}`} target="_blank">
          <img
            src={`/file/${photo.key}/thumb`}
            alt={photo.name}
            loading="lazy"
            className="h-12 w-12 rounded border border-line object-contain"
          />
        </a>
      ))}
    </p>
  );
}
