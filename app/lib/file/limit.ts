/** One file, in bytes. */
export const FILE_MAX = 10 * 1024 * 1024;
/** Files of one post, and their bytes together with what a form says beside them. */
export const FILES_MAX = 10;
export const UPLOAD_MAX = 50 * 1024 * 1024 + 100_000;

/**
 * What the picker of a browser offers; the server looks at the bytes alone. Not HEIC: unasked for, an iPhone
 * hands over a JPEG instead.
 */
export const ACCEPT =
  ".jpg,.jpeg,.png,.webp,.pdf,.dxf,.step,.stp,.xlsx,.xls,.docx,.doc,.pptx,.ppt,.csv,.tsv,.txt,.zip";

/**
 * Whether a post to this path may hold files: the front door lets more in there. Forms with files post to an
 * address that ends so.
 */
export const takesFiles = (pathname: string): boolean =>
  /(\/(files|logo|seal|defect|finish|import)|^\/order\/new)$/.test(pathname);

/** 1,234,567 bytes as "1.2 MB". */
export const formatSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
/** "XLSX・12 KB" */
export const kindAndSize = ({ name, size }: { name: string; size: number }): string =>
  `${name.split(".").pop()!.toUpperCase()}・${formatSize(size)}`;
