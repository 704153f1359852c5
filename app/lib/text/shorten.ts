export function shorten(text: string, most = 60): string {
  const all = Array.from(text);
  return all.length > most ? `${all.slice(0, most).join("")}…` : text;
}
