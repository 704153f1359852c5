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

/** Others would lead to another call of the API. */
export const fitsAddress = (name: string): boolean => !/[/\\?#%\u0000-\u001f]|^\.\.?$/.test(name);

/** The router minds neither case nor a slash at the end. */
export const routedPath = (path: string): string => decodedPath(path).toLowerCase().replace(/\/+$/, "");
