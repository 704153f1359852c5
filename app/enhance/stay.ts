let timer: ReturnType<typeof setInterval> | undefined;

/** By the server's clock; a page with typed values asks before it goes. */
export function start(bar: HTMLElement) {
  clearInterval(timer);
  const over = Date.now() + +bar.dataset.over! * 1_000;
  timer = setInterval(() => {
    const left = over - Date.now();
    const text = document.querySelector("[data-left]");
    if (text)
      text.textContent = text.textContent!.replace(
        /\d+(?=分)/,
        String(Math.max(0, Math.ceil(left / 60_000))),
      );
    if (left > 0) return;
    clearInterval(timer);
    location.assign("/task/kanban");
  }, 1_000);
}
