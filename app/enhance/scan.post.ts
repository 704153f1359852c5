const PATIENCE_MS = 15_000;

/** `fields` with files is sent as a form of parts. */
export async function post(
  path: string,
  fields: Record<string, string> | FormData,
  acting: string | undefined,
  patience = PATIENCE_MS,
) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
    if (acting) body.set("acting_for", acting);
    const answer = await fetch(path, {
      method: "POST",
      body,
      headers: { Accept: "application/json" },
      redirect: "error",
      signal: stop.signal,
    });
    return {
      status: answer.status,
      body: (await answer.json().catch(() => null)) as Record<string, unknown> | null,
    };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
