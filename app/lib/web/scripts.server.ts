import type { Scripts } from "~/lib/vocabulary/scripts";

/** Named in the head, they come with the script and not a round trip after it. */
export function preloadLinks(markup: string, { main, chat, asks }: Scripts): string {
  if (!markup.includes(main) && !markup.includes(chat)) return markup;
  const urls = new Set(asks.filter(([mark]) => markup.includes(mark)).map(([, url]) => url));
  return markup.replace(
    "</head>",
    () => `${[...urls].map((url) => `<link rel="modulepreload" href="${url}"/>`).join("")}</head>`,
  );
}
