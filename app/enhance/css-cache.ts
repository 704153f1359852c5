/** The page came with its stylesheet inlined: fetch the file once, so that the next pages may link to it. */
export function cacheStylesheet() {
  const href = document.querySelector<HTMLMetaElement>("meta[name=css]")?.content;
  const hash = href && /-(\w+)\.css$/.exec(href)?.[1];
  if (!hash) return;
  addEventListener("load", async () => {
    const answer = await fetch(href);
    if (answer.ok) document.cookie = `css=${hash}; path=/; max-age=31536000; samesite=lax`;
  });
}
