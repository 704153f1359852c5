import { shrink } from "./shrink";

type Upload = (href: string, init: RequestInit) => Promise<Response>;

const started = new WeakMap<HTMLInputElement, HTMLElement>();
const MAX_BYTES = 10 * 1024 * 1024;

export function start(root: ParentNode) {
  for (const input of root.querySelectorAll<HTMLInputElement>("input[data-shrink]")) {
    // A page that came back with an error has lost the status line, not the files.
    const status = input.parentElement!.appendChild(started.get(input) ?? document.createElement("p"));
    if (started.has(input)) continue;
    started.set(input, status);
    status.className = "text-note";
    status.setAttribute("role", "status");
    const form = input.form as HTMLFormElement & { upload?: Upload };
    form.upload = (href, init) => send(href, init, status, input);
    input.addEventListener("change", () => void shrinkAll(input, status));
  }
}

async function shrinkAll(input: HTMLInputElement, status: HTMLElement) {
  const files = [...(input.files ?? [])];
  const chosen = new DataTransfer();
  const buttons = input.form!.querySelectorAll<HTMLButtonElement>("button:not([aria-hidden])");
  for (const button of buttons) button.disabled = true;
  for (const [index, file] of files.entries()) {
    status.textContent = `写真を準備しています… ${index + 1} / ${files.length}`;
    chosen.items.add(await shrink(file).catch(() => file));
  }
  for (const button of buttons) button.disabled = false;
  if (files.length > 0) input.files = chosen.files;
  const large = [...chosen.files].find((file) => file.size > MAX_BYTES);
  const error = document.getElementById(`${input.id}-error`);
  if (error)
    error.textContent = large
      ? `「${large.name}」は10MBを超えています。小さくしてから選択し直してください`
      : "";
  const bytes = [...chosen.files].reduce((sum, file) => sum + file.size, 0);
  status.textContent = files.length > 0 ? `${files.length}件、合わせて${(bytes / 1e6).toFixed(1)}MB` : "";
}

/** fetch reports no progress of a request body. */
function send(
  href: string,
  init: RequestInit,
  status: HTMLElement,
  input: HTMLInputElement,
): Promise<Response> {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open(init.method!, href);
    for (const [name, value] of Object.entries(init.headers as Record<string, string>))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      status.textContent = `送信中… ${Math.round((loaded / total) * 100)}%`;
    };
    request.upload.onload = () => {
      status.textContent = "送信しました。画像を確かめています…";
    };
    request.onload = () => {
      status.textContent = "";
      if (request.status < 400) input.value = "";
      const headers = request
        .getAllResponseHeaders()
        .trim()
        .split(/\r?\n/)
        .map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]);
      done(new Response(request.responseText, { status: request.status, headers }));
    };
    request.onerror = failed;
    request.send(init.body as XMLHttpRequestBodyInit);
  });
}
