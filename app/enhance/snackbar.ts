export function start(root: ParentNode) {
  for (const bar of root.querySelectorAll<HTMLElement>("[data-snackbar]")) {
    const time = Number(bar.dataset.snackbar);
    delete bar.dataset.snackbar;
    if (!time) continue;
    let timer: ReturnType<typeof setTimeout>;
    const stay = () => clearTimeout(timer);
    const run = () => {
      stay();
      timer = setTimeout(() => bar.remove(), time);
    };
    for (const name of ["pointerenter", "focusin"]) bar.addEventListener(name, stay);
    for (const name of ["pointerleave", "focusout"]) bar.addEventListener(name, run);
    run();
  }
}

export function showError(text: string) {
  const bar = document.createElement("div");
  bar.className = "snackbar snackbar-error";
  bar.dataset.snackbar = "8000";
  bar.append(text);
  const place = document.getElementById("snackbars") ?? document.body;
  place.querySelector(".snackbar-error")?.remove();
  place.append(bar);
  start(place);
}
