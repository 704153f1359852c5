/** The page came with its own part of the stylesheet: the next pages may link to the whole. */
export function cacheStylesheet() {
  const href = document.querySelector<HTMLMetaElement>("meta[name=css]")?.content;
  if (!href) return;
  addEventListener("load", () => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => {
      document.cookie = `css=${href.slice(-12, -4)}; path=/; max-age=31536000; samesite=lax`;
    };
    document.head.append(link);
  });
}
