import type { Scripts } from "~/lib/vocabulary/scripts";

/** Named in the head, they come with the script and not a round trip after it. */
export function preloadLinks(markup: string, { main, chat, chart, asks }: Scripts): string {
  if (![main, chat, chart].some((script) => markup.includes(script))) return markup;
  const urls = new Set(asks.filter(([mark]) => markup.includes(mark)).map(([, url]) => url));
  return markup.replace(
    "</head>",
    () => `${[...urls].map((url) => `<link rel="modulepreload" href="${url}"/>`).join("")}</head>`,
  );
}
