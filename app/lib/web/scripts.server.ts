import type { Scripts } from "~/lib/vocabulary/scripts";

/** A page that asks for several parts gets them with the script, as one file. */
function wholeScript(markup: string, { main, whole }: Scripts): string | null {
  const from = `src="${main}"`;
  return markup.includes(from) && markup.includes(whole.mark)
    ? markup.replace(from, () => `src="${whole.url}" data-of="${main}"`)
    : null;
}

/** Named in the head, they come with the script and not a round trip after it. */
export function preloadLinks(markup: string, scripts: Scripts): string {
  const { main, chat, chart, asks, whole } = scripts;
  if (![main, chat, chart].some((script) => markup.includes(script))) return markup;
  const merged = wholeScript(markup, scripts);
  const parts = merged === null ? [] : whole.parts;
  const wanted = asks.filter(([mark, url]) => markup.includes(mark) && !parts.includes(url));
  const urls = new Set(wanted.map(([, url]) => url));
  return (merged ?? markup).replace(
    "</head>",
    () => `${[...urls].map((url) => `<link rel="modulepreload" href="${url}"/>`).join("")}</head>`,
  );
}
