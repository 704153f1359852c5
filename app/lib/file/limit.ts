/** One file, in bytes. */
export const FILE_MAX = 10 * 1024 * 1024;
/** Files of one post, and their bytes together with what a form says beside them. */
export const FILES_MAX = 10;
export const UPLOAD_MAX = 50 * 1024 * 1024 + 100_000;

/** Whether a post to this path may hold files: the front door lets more in there. Forms with files post to an address that ends so. */
export const takesFiles = (pathname: string): boolean => /(\/(files|logo|seal|defect|finish|import)|^\/order\/new)$/.test(pathname);
