/** A path on this site to go back to after sign-in, or null for anything that could lead elsewhere. */
export function safePath(value: string | null): string | null {
  if (!value || value.length > 2_000 || !value.startsWith("/")) return null;
  let text = value;
  for (let i = 0; i < 3; i++) {
    if (/^\/[/\\]/.test(text) || /[\u0000-\u001f\u007f\\]/.test(text)) return null;
    try {
      text = decodeURIComponent(text);
    } catch {
      return null;
    }
  }
  return new URL(value, "http://here.invalid").origin === "http://here.invalid" ? value : null;
}

/**
 * The page of ours that a form was posted from (its Referer); `otherwise` when there is none, or it is the
 * form's own page.
 */
export function cameFrom(request: Request, otherwise: string): string {
  const from = request.headers.get("Referer");
  if (!from || !URL.canParse(from)) return otherwise;
  const [page, own] = [new URL(from), new URL(request.url)];
  return page.origin === own.origin && page.pathname !== own.pathname
    ? (safePath(page.pathname + page.search) ?? otherwise)
    : otherwise;
}

/** The page of ours that `?return=` of an address names; null without one. */
export const askedBack = (request: Request): string | null =>
  safePath(new URL(request.url).searchParams.get("return"));

/**
 * Where a form leads when it is done: where its address says, or the page it was posted from, or `otherwise`.
 */
export const backTo = (request: Request, otherwise: string): string =>
  askedBack(request) ?? cameFrom(request, otherwise);
