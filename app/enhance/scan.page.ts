import { readText, UNREADABLE, unknownNumber } from "~/lib/code/token";
import { restWords, wordsFor } from "~/lib/scan/ask";
import { choiceText, misplaced, movesFirst, resolveAct } from "~/lib/scan/scan";
import type { Looked } from "~/lib/scan/scan.schema";
import { ACT_LABEL, type Act, OPERATIONS } from "~/lib/vocabulary/scan";
import { watchCamera } from "./scan.camera";
import { button } from "./scan.dialog";
import { watchField } from "./scan.field";
import { lookUp, unknownCard } from "./scan.look";
import { prepare } from "./scan.offline";
import { clearMessage, root, showNote, showProblem } from "./scan.panel";
import { post } from "./scan.queue";
import { offline, sendAll, submit } from "./scan.send";
import { finishSheet, pauseSheet, pinSheet, restSheet } from "./scan.sheet";
import {
  addToken,
  chooseAct,
  chooseCard,
  chooseProcess,
  chooseStay,
  clearCard,
  draw,
  processName,
  rememberWorker,
  renewMemory,
  scanState,
  updateStation,
  wake,
  workerOf,
} from "./scan.state";
import { keepCards, queuedScans } from "./scan.store";

let lastRead: Promise<void> = Promise.resolve();
let focusField = () => {};

const read = (text: string) =>
  (lastRead = lastRead
    .then(() => handleRead(text))
    .catch(() => refuseRead("処理に失敗しました。もう一度読み取ってください。")));

/** No other card may stand ready under the thumb. */
function refuseRead(text: string) {
  clearCard();
  draw();
  showProblem(text);
}

async function handleRead(text: string): Promise<void> {
  wake();
  const given = readText(text);
  if (!given) return refuseRead(UNREADABLE);
  const found = await lookUp(given);
  if (!found.kind)
    return refuseRead(found.detail ?? (given.kind === "number" ? unknownNumber(given.number) : UNREADABLE));
  clearMessage();
  if (given.kind !== "number") addToken(given.token);
  if (found.kind === "product") return chooseProductCard(found);
  if (found.kind === "process") chooseProcess(found.key);
  if (found.kind === "worker") await chooseWorker(found.key);
  if (found.kind === "operation") chooseAct(OPERATIONS.find((one) => one.key === found.key)!.act);
  if (found.kind === "card")
    chooseCard(
      found.card ?? unknownCard(given),
      found.card !== null,
      given.kind === "number" ? given.number : given.token,
    );
  if (found.card) void keepCards(scanState.station.company_id, [found.card]);
  draw();
  if (scanState.card && scanState.act) return perform(scanState.act);
  if (scanState.act) showNote(`「${ACT_LABEL[scanState.act]}」するカードを読み取ってください。`);
}

async function chooseProductCard({ label, cards }: Looked): Promise<void> {
  const [only, ...more] = cards;
  if (only && more.length === 0) return handleRead(only.id);
  showNote(
    only ? "どのカードですか。" : `${label ? `「${label}」` : "この商品"}の進行中のカードはありません。`,
    cards.map((card) => button(choiceText(card), () => void read(card.id))),
  );
}

async function chooseWorker(id: number | null) {
  const worker = workerOf(id);
  let pass: string | null = null;
  if (worker?.has_pin && id !== scanState.memory.worker_id) {
    const pin = await pinSheet(worker.name);
    if (!pin) return;
    const answer = await post("/s/pin", { worker_id: String(id), pin }, scanState.acting);
    if (answer && !answer.body?.pass)
      return showProblem(String(answer.body?.detail ?? "暗証番号を確認できませんでした。"));
    if (!answer)
      showNote(
        "通信できないため、暗証番号を確認できません。読み取りは、あとで「確認が必要な読み取り」に入ります。",
      );
    pass = (answer?.body?.pass as string | undefined) ?? null;
  }
  rememberWorker(id, pass);
}

async function perform(wanted: Act, move = false) {
  const { card, known, memory, station } = scanState;
  if (!card) return;
  chooseAct(null);
  const means = known ? resolveAct(wanted, card, memory.worker_id) : wanted;
  if (!(means in ACT_LABEL)) return showProblem(means);
  const act = means as Act;
  const first = movesFirst(act, card.state !== "none");
  const elsewhere = !first || move || !known ? null : misplaced(card, memory.group_id, processName());
  if (elsewhere)
    return showProblem(
      elsewhere,
      wordsFor({ move: true }, act, processName()).map((word) => ({
        word,
        press: () => void perform(act, true),
      })),
    );
  const words = known && act === "next" ? restWords(card) : [];
  const fields =
    words.length > 0
      ? await restSheet(card, words)
      : act === "finish"
        ? await finishSheet(card, known, station.reasons)
        : act === "pause"
          ? await pauseSheet(station.reasons)
          : {};
  focusField();
  if (fields) await submit(act, move ? { ...fields, move } : fields);
}

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

function watchButtons() {
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
  open.onclick = async () => {
    stop?.();
    stop = stop
      ? null
      : await watchCamera(root.querySelector("video")!, (text) => void read(text)).catch(() => {
          showProblem("カメラを使えません。ブラウザの設定でカメラを許可するか、番号を入力してください。");
          return null;
        });
    open.textContent = stop ? "カメラを閉じる" : "カメラ";
  };
}

export function start() {
  focusField = watchField(root.querySelector("[data-reader]")!, (text) => void read(text));
  watchButtons();
  watchCameraButton();
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
  if (named && !root.querySelector(".scan-wrong")) void read(decodeURIComponent(named));
}
