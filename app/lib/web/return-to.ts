/** A header carries no other letters. */
export const asAddress = (path: string) => path.replace(/[^\x20-\x7e]+/g, encodeURIComponent);

/** Null for anything that could lead to another site. */
export function safePath(value: string | null): string | null {
  if (!value || value.length > 2_000 || !value.startsWith("/")) return null;
  let text = value;
  for (let i = 0; i < 3; i++) {
    if (/^\/[/\\]/.test(text) || /[\u0000-\u001f\u007f\\\ud800-\udfff]/u.test(text)) return null;
    try {
      text = decodeURIComponent(text);
    } catch {
      return null;
    }
  }
  return new URL(value, "http://here.invalid").origin === "http://here.invalid" ? asAddress(value) : null;
}

/** `otherwise` also where the Referer is the form's own page. */
export function cameFrom(request: Request, otherwise: string): string {
  const from = request.headers.get("Referer");
  if (!from || !URL.canParse(from)) return otherwise;
  const [page, own] = [new URL(from), new URL(request.url)];
  return page.origin === own.origin && page.pathname !== own.pathname
    ? (safePath(page.pathname + page.search) ?? otherwise)
    : otherwise;
}

export const askedBack = (request: Request): string | null =>
  safePath(new URL(request.url).searchParams.get("return"));

export const backTo = (request: Request, otherwise: string): string =>
  askedBack(request) ?? cameFrom(request, otherwise);
