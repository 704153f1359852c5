import { showNote, showProblem } from "./scan.message";
import { post } from "./scan.post";
import { pinSheet } from "./scan.sheet";
import { rememberWorker, scanState, workerOf } from "./scan.state";

export async function chooseWorker(id: number | null) {
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
