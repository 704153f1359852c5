export function progress() {
  let bar: HTMLElement | undefined;
  const timer = setTimeout(() => {
    bar = document.createElement("div");
    bar.id = "progress";
    document.documentElement.append(bar);
  }, 400);
  return () => {
    clearTimeout(timer);
    bar?.remove();
  };
}

export function watchProgress() {
  let done = () => {};
  const leave = () => {
    done();
    const end = progress();
    const timer = setTimeout(end, 15000);
    done = () => (clearTimeout(timer), end());
  };
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    const other = event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!link || other || link.target || link.hasAttribute("download") || link.origin !== location.origin)
      return;
    if (link.href.split("#")[0] !== location.href.split("#")[0]) leave();
  });
  addEventListener("submit", (event) => event.defaultPrevented || leave());
  addEventListener("pagehide", () => done());
}
