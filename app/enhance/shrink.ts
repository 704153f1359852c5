const SIDE = 1600;

/** At most 1600 px, upright; a small photo and any other file stay as they are. */
export async function shrink(file: File): Promise<File> {
  if (!/^image\/(jpeg|png|webp|heic|heif)$/.test(file.type)) return file;
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = SIDE / Math.max(image.width, image.height);
  if (scale >= 1 && file.size < 1_000_000 && !/hei[cf]$/.test(file.type)) return file;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * Math.min(1, scale));
  canvas.height = Math.round(image.height * Math.min(1, scale));
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const type = file.type === "image/png" ? "image/png" : "image/jpeg";
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.85));
  return blob && blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file;
}
