import { type CardSummary } from "~/lib/scan/scan";
import type { StationData } from "~/lib/scan/scan.schema";
import { doingText, type Memory, memoryCookie, memoryIn, staying, withWorker } from "~/lib/scan/station";
import { type Act } from "~/lib/vocabulary/scan";
import type { Line } from "./scan.drain";
import { showCard, showChosen, showDoing } from "./scan.panel";
import { root } from "./scan.root";

const state = {
  station: JSON.parse(root.dataset.station!) as StationData,
  acting: root.dataset.acting,
  memory: memoryIn(document.cookie, Date.now()),
  line: "online" as Line,
  card: null as CardSummary | null,
  known: false,
  code: "",
  act: (root.dataset.act as Act | undefined) ?? null,
  tokens: [] as string[],
};

/** What this device knows, and what has been read for the next act; written here alone. */
export const scanState: Readonly<Omit<typeof state, "tokens">> & { readonly tokens: readonly string[] } =
  state;

const UNSEEN = {
  out: "ログインの期限が切れたため、内容は表示できません。",
  off: "通信できないため、内容は表示できません。",
};

export const processName = () =>
  state.station.processes.find((one) => one.group_id === state.memory.group_id)?.label;
export const workerOf = (id: number | null) => state.station.workers.find((one) => one.worker_id === id);
export function updateStation(fresh: StationData) {
  Object.assign(state.station, fresh);
  drawDoing();
}
export function setLine(line: Line) {
  state.line = line;
}
export function chooseAct(act: Act | null) {
  state.act = act;
}
export function addToken(token: string) {
  state.tokens.push(token);
}
export function chooseCard(card: CardSummary, known: boolean, code: string) {
  Object.assign(state, { card, known, code });
}
export function updateCard(card: CardSummary) {
  Object.assign(state, { card, known: true });
}
export function clearCard() {
  Object.assign(state, { card: null, code: "", tokens: [] });
}

function drawDoing() {
  const worker = workerOf(state.memory.worker_id);
  const doing = state.station.running.find((one) => one.worker_id === worker?.worker_id);
  showDoing(worker && doing ? doingText(worker.name, doing.label) : "");
}

function remember(memory: Memory) {
  state.memory = memory;
  document.cookie = memoryCookie(memory, location.protocol === "https:");
  showChosen("worker", workerOf(memory.worker_id)?.name, memory.worker_id);
  drawDoing();
  showChosen("process", processName(), memory.group_id);
}
export const renewMemory = () => remember(state.memory);
export const chooseProcess = (group_id: number | null) => remember({ ...state.memory, group_id });
export const rememberWorker = (id: number | null, pass: string | null) =>
  remember(withWorker(state.memory, id, pass, Date.now()));
export const chooseStay = (minutes: string | undefined) =>
  remember(staying(state.memory, minutes, Date.now()));

/** The worker's thirty minutes may be over since the last scan. */
export function wake() {
  const now = memoryIn(document.cookie, Date.now());
  if (now.worker_id !== state.memory.worker_id) remember(now);
}

export function draw() {
  const { card, known, memory, line } = state;
  showCard(
    card,
    known,
    memory,
    processName(),
    UNSEEN[line === "signed out" ? "out" : "off"],
    card && !known ? ["start", "finish", "pause"] : undefined,
  );
  if (card) root.querySelector("[data-panel]")!.scrollIntoView({ block: "nearest" });
}
