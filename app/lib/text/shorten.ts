/**
 * A text's beginning, with … where more follows; counted in code points, so that no character is cut in half.
 */
export function shorten(text: string, most = 60): string {
  const all = Array.from(text);
  return all.length > most ? `${all.slice(0, most).join("")}…` : text;
}
