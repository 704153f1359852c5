const PATIENCE_MS = 15_000;

export async function post(path: string, fields: Record<string, string>, acting: string | undefined) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  try {
    const body = new URLSearchParams({ ...fields, ...(acting && { acting_for: acting }) });
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
