import { type Act } from "~/lib/vocabulary/scan";
import { keepAwake } from "./awake";
import { watchCamera } from "./scan.camera";
import { offline, sendAll } from "./scan.deliver";
import { watchField } from "./scan.field";
import { watchIndirect } from "./scan.indirect";
import { showProblem } from "./scan.message";
import { prepare } from "./scan.offline";
import { perform, setFocusField } from "./scan.perform";
import { read } from "./scan.read";
import { root } from "./scan.root";
import { watchShelf } from "./scan.shelf";
import { chooseProcess, chooseStay, draw, renewMemory, updateStation } from "./scan.state";
import { queuedScans } from "./scan.store";
import { chooseWorker } from "./scan.worker";

function choose(link: HTMLElement) {
  const { worker, process: group_id, stay } = link.dataset;
  if (worker !== undefined) return void chooseWorker(worker ? Number(worker) : null).then(draw);
  if (group_id !== undefined) chooseProcess(group_id ? Number(group_id) : null);
  else {
    chooseStay(stay);
    for (const one of root.querySelectorAll<HTMLElement>("[data-stay]"))
      one.toggleAttribute("aria-current", one === link);
  }
  draw();
}

function watchButtons(focusField: () => void) {
  root.addEventListener("click", (event) => {
    const link = (event.target as HTMLElement).closest<HTMLElement>(
      "[data-worker],[data-process],[data-stay]",
    );
    if (!link) return;
    event.preventDefault();
    choose(link);
    focusField();
  });
  let busy = false;
  root.querySelector("[data-acts]")!.addEventListener("submit", (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    void perform(((event as SubmitEvent).submitter as HTMLButtonElement).value as Act).finally(() => {
      busy = false;
    });
  });
}

function watchCameraButton() {
  const open = root.querySelector<HTMLButtonElement>("[data-camera]")!;
  let stop: (() => void) | null = null;
  open.hidden = !navigator.mediaDevices;
  const { textContent: closed } = open;
  open.onclick = async () => {
    stop?.();
    stop = stop
      ? null
      : await watchCamera(root.querySelector("video")!, (text) => void read(text)).catch(() => {
          showProblem("カメラを使えません。ブラウザの設定でカメラを許可するか、番号を入力してください。");
          return null;
        });
    open.textContent = stop ? "カメラを閉じる" : closed;
    localStorage.camera = stop ? "on" : "";
  };
  // Who reads with the camera finds it open the next time.
  if (navigator.mediaDevices && localStorage.camera) open.click();
}

export function start() {
  const focusField = watchField(root.querySelector("[data-reader]")!, (text) => void read(text));
  setFocusField(focusField);
  watchButtons(focusField);
  watchShelf((text) => void read(text));
  watchIndirect();
  watchCameraButton();
  keepAwake();
  renewMemory();
  const again = () => void sendAll();
  for (const name of ["online", "focus", "visibilitychange"]) addEventListener(name, again);
  addEventListener("offline", offline);
  setInterval(() => void queuedScans().then((left) => left.length > 0 && again()), 20_000);
  again();
  prepare(root.dataset.scan!, updateStation);
  // The page may have been cached for another code than its address names.
  const named =
    /^\/s\/([^/]+)$/.exec(location.pathname)?.[1] ??
    new URLSearchParams(location.search).get("code") ??
    root.dataset.code;
  if (named && !root.querySelector(".scan-wrong,[data-shelf]:not([hidden])"))
    void read(decodeURIComponent(named));
}
