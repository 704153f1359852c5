export function watchMore() {
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-more]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    event.preventDefault();
    void loadMore(link).catch(() => location.assign(link.href));
  });
}

async function loadMore(link: HTMLAnchorElement) {
  if (link.getAttribute("aria-busy")) return;
  link.setAttribute("aria-busy", "true");
  const answer = await fetch(link.dataset.more!, { headers: { Accept: "text/html" } });
  if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const cards = [...page.querySelectorAll("[data-cards] > *")];
  link.parentElement!.querySelector("[data-cards]")!.append(...cards);
  const address = new URL(link.href);
  history.replaceState(history.state, "", address.pathname + address.search);
  const next = page.querySelector("a[data-more]");
  if (next) link.replaceWith(next);
  else link.remove();
  cards[0]?.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
}
