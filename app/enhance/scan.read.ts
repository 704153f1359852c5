import { type Read, readText, UNREADABLE, unknownNumber } from "~/lib/code/token";
import { choiceText } from "~/lib/scan/scan";
import type { Looked } from "~/lib/scan/scan.schema";
import { ACT_LABEL, OPERATIONS } from "~/lib/vocabulary/scan";
import { button } from "./scan.dialog";
import { lookUp, unknownCard } from "./scan.look";
import { clearMessage, showNote, showProblem } from "./scan.message";
import { perform } from "./scan.perform";
import { isAtShelf, leaveGoods, showShelf } from "./scan.shelf";
import {
  addToken,
  chooseAct,
  chooseCard,
  chooseProcess,
  clearCard,
  draw,
  scanState,
  wake,
} from "./scan.state";
import { keepCards } from "./scan.store";
import { chooseWorker } from "./scan.worker";

let lastRead: Promise<void> = Promise.resolve();
export const read = (text: string) =>
  (lastRead = lastRead
    .then(() => handleRead(text))
    .catch(() => refuseRead("処理に失敗しました。もう一度読み取ってください。")));

/** Nothing else may stand ready under the thumb. */
function refuseRead(text: string) {
  leaveGoods();
  clearCard();
  draw();
  showProblem(text);
}

function unknownText(given: Read, detail: string | null): string {
  if (given.kind !== "number") return detail ?? UNREADABLE;
  return isAtShelf()
    ? `「${given.number}」という商品番号も置場もカードも見つかりません。`
    : (detail ?? unknownNumber(given.number));
}

async function handleRead(text: string): Promise<void> {
  wake();
  const given = readText(text);
  if (!given) return refuseRead(UNREADABLE);
  const found = await lookUp(given);
  // Without a line nobody can tell whose number it is: at a shelf it is a product's.
  const isUnseen = given.kind === "number" && found.kind === "card" && !found.card;
  if (found.shelf || found.kind === "stock" || (isUnseen && isAtShelf())) {
    await showShelf(given.kind === "number" ? given.number : given.token);
    return;
  }
  if (!found.kind) return refuseRead(unknownText(given, found.detail));
  clearMessage();
  if (found.kind === "card" || found.kind === "product") leaveGoods();
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
