const reported = new Set<string>();

/** Each error once, and few in all; what the API refused is no error of ours. */
export function report(event: ErrorEvent | PromiseRejectionEvent) {
  const cause: unknown = "reason" in event ? event.reason : (event.error ?? event.message);
  const { message, stack = "" } = cause instanceof Error ? cause : { message: String(cause) };
  const words = JSON.stringify({
    message: message.slice(0, 500),
    stack: `${location.pathname}\n${stack}`.slice(0, 1800),
  });
  if (
    !message ||
    message.startsWith("Request failed with status code") ||
    reported.has(words) ||
    reported.size > 9
  )
    return;
  reported.add(words);
  void fetch("/errors", {
    method: "POST",
    body: words,
    headers: { "Content-Type": "application/json" },
    keepalive: true,
  }).catch(() => {});
}
