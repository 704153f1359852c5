/** A path as the router reads it: each part as it was before it was written into an address. */
export function decodedPath(path: string): string {
  try {
    return path
      .split("/")
      .map((part) => decodeURIComponent(part).replaceAll("/", "%2F"))
      .join("/");
  } catch {
    return path;
  }
}

/** No name of ours holds what would lead to another call of the API. */
export const fitsAddress = (name: string): boolean => !/[/\\?#%\u0000-\u001f]|^\.\.?$/.test(name);

/** The path that tables of addresses hold: the router minds neither case nor a slash at the end. */
export const routedPath = (path: string): string => decodedPath(path).toLowerCase().replace(/\/+$/, "");
