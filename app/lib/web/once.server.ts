/** By which an act is done once, however often its button is pressed: it travels as a header. */
export function onceOf(form: FormData): string {
  const sent = form.get("idempotency_key");
  return typeof sent === "string" && /^[\x21-\x7e]{1,200}$/.test(sent) ? sent : crypto.randomUUID();
}
