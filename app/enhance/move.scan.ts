import { signal } from "./signal";

const LOST = "通信できませんでした。回線を確かめて、もう一度読み取ってください。";

export function watchScans(form: HTMLFormElement) {
  const input = form.elements.namedItem("scan") as HTMLInputElement;
  let last = Promise.resolve();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value.trim();
    input.value = "";
    input.focus();
    if (text) last = last.then(() => addScanned(form, text));
  });
}

async function addScanned(form: HTMLFormElement, text: string) {
  const url = new URL(form.action);
  url.search = String(
    new URLSearchParams(([...new FormData(form)] as [string, string][]).filter(([name]) => name !== "scan")),
  );
  url.searchParams.set("scan", text);
  try {
    const answer = await fetch(url, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const heard = page.querySelector<HTMLElement>("[data-heard]");
    if (!answer.ok || !heard) return location.assign(answer.url);
    signal(heard.dataset.heard === "good");
    const [rows, body] = [page.querySelector("[data-rows]"), document.querySelector("[data-rows] tbody")];
    if (rows && !body) return void setTimeout(() => location.assign(answer.url), 150);
    document.querySelector("[data-heard],[data-scans] + div")!.replaceWith(heard);
    const fields = page.querySelectorAll<HTMLInputElement>("[data-scans] [type=hidden]");
    for (const old of form.querySelectorAll("[type=hidden]")) old.remove();
    form.prepend(...fields);
    const key = (box: HTMLInputElement) => box.value.split(".")[0];
    const boxes = (from: ParentNode) => [...from.querySelectorAll<HTMLInputElement>("[name=ids]")];
    const there = new Map(body ? boxes(body).map((box) => [key(box), box]) : []);
    const named = new Set((new URL(answer.url).searchParams.get("last") ?? "").split(" "));
    for (const box of rows ? boxes(rows) : []) {
      const row = box.closest("tr")!;
      const old = there.get(key(box));
      if (!old) body!.prepend(row);
      // A row that was already there is the one that was meant.
      else if (named.has(row.querySelector("[data-at=first]")!.textContent!)) old.checked = true;
    }
    const listed = page.querySelector("[data-listed]");
    if (listed) document.querySelector("[data-listed]")?.replaceWith(listed);
    document
      .querySelector("[data-rows] [name=ids]")
      ?.dispatchEvent(new Event("click", { bubbles: true, cancelable: true }));
    history.replaceState(null, "", answer.url);
  } catch {
    signal(false);
    const box = document.createElement("p");
    box.className = "rounded border border-bad bg-bad-soft px-4 py-3 text-section font-bold text-bad";
    box.setAttribute("role", "alert");
    box.textContent = LOST;
    document.querySelector("[data-heard],[data-scans] + div")!.replaceChildren(box);
  }
}
