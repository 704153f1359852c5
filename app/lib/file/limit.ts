export const FILE_MAX = 10 * 1024 * 1024;
export const FILES_MAX = 10;
export const UPLOAD_MAX = 50 * 1024 * 1024 + 100_000;

/** Not HEIC: where it is not offered, an iPhone hands over a JPEG instead. */
export const ACCEPT =
  ".jpg,.jpeg,.png,.webp,.pdf,.dxf,.step,.stp,.xlsx,.xls,.docx,.doc,.pptx,.ppt,.csv,.tsv,.txt,.zip";

const TAKING =
  /(\/(files|logo|seal|defect|difference|inspect|finish|import|measure|measurements|photos)|^\/s\/)$/;
const MAKING = /^(\/order\/(product\/)?new|(\/api)?\/inventory\/[^/]+\/moves?)$/;
/** The front door lets larger bodies in there. */
export const takesFiles = (pathname: string): boolean => TAKING.test(pathname) || MAKING.test(pathname);

export const formatSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
export const kindAndSize = ({ name, size }: { name: string; size: number }): string =>
  `${name.split(".").pop()!.toUpperCase()}・${formatSize(size)}`;
