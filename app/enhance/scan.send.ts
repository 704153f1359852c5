import { wantsReason, wordsFor } from "~/lib/scan/ask";
import { optimisticSummary } from "~/lib/scan/optimistic";
import { doneAt } from "~/lib/scan/scan";
import type { ScanResult } from "~/lib/scan/scan.schema";
import { stayOf } from "~/lib/scan/station";
import { ACT_LABEL, type Act } from "~/lib/vocabulary/scan";
import { newId } from "./id";
import { deliver, takeBack } from "./scan.deliver";
import { answerOnDay } from "./scan.left";
import { clearMessage, showDone, showProblem } from "./scan.message";
import { keepPhotos, type Photos } from "./scan.photo";
import { reasonSheet } from "./scan.sheet";
import { clearCard, draw, processName, rememberWorker, scanState, updateCard, workerOf } from "./scan.state";
import { dropPhotosOf, keepCards } from "./scan.store";

type Fields = Record<string, unknown> & { photos?: Photos };

export async function submit(act: Act, { photos = [], ...fields }: Fields) {
  const { card, known, memory, code, tokens } = scanState;
  const at = card!;
  const id = newId();
  const { company_id } = scanState.station;
  await keepPhotos(company_id, id, photos);
  const result = await deliver({
    client_id: id,
    act,
    card: code,
    group_id: memory.group_id,
    worker_id: memory.worker_id,
    pass: memory.pass,
    device_time: new Date().toISOString(),
    tokens,
    seen: known ? { group_id: at.group_id, status: at.status } : null,
    ...fields,
  });
  if (result?.result === "refused") {
    await dropPhotosOf(company_id, id);
    if (result.card) updateCard(result.card);
    draw();
    return refused(result, act, { ...fields, photos });
  }
  const factoryProcess = scanState.station.processes.find((one) => one.group_id === memory.group_id);
  const from =
    fields.move && factoryProcess
      ? { ...at, group_id: factoryProcess.group_id, status: factoryProcess.label }
      : at;
  const after = known
    ? optimisticSummary(from, act, workerOf(memory.worker_id) ?? null, scanState.station.processes, fields)
    : null;
  if (!result && after) await keepCards(company_id, [after]);
  clearCard();
  draw();
  if (result?.result === "conflict") showProblem(result.detail);
  else
    showDone(
      result
        ? result.detail
        : `${doneAt(act, known ? at.name : "読み取ったカード", after)}（未送信${known ? "" : "・カードは未確認"}）`,
      () => void takeBack(id, known ? at : null),
      Boolean(result) || known,
    );
  if (stayOf(memory) === 0) rememberWorker(null, null);
}

function refused(result: ScanResult, act: Act, fields: Fields) {
  const sentences = [...new Set([result.detail, ...Object.values(result.errors).flat()])].filter(
    (one) => !one.startsWith("入力内容を確認"),
  );
  const words = wordsFor(result.errors, act, processName(), result.card).map((word) => ({
    word,
    press: () => void again(word.fields),
  }));
  const { card } = result;
  const choose = {
    word: { text: "協力会社を選ぶ", fields: {} },
    press: () => location.assign(`/task/${card?.key}/outsource`),
  };
  if (result.errors.left) words.push(answerOnDay(scanState.memory.worker_id));
  showProblem(sentences.join("　"), result.errors.partner_id && card ? [...words, choose] : words);
  async function again(more: Record<string, string>) {
    const reason = wantsReason(result.errors) ? await reasonSheet(`${ACT_LABEL[act]}する理由`) : undefined;
    if (reason === null) return;
    clearMessage();
    await submit(act, { ...fields, ...more, ...(reason && { reason }) });
  }
}
