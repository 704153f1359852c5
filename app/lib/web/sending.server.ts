import type { DocumentKind } from "~/lib/accounting/document";
import { doneText } from "~/lib/accounting/sending";
import { documentsDone, sendingChosen, sendingNew } from "~/lib/accounting/sending.schema";
import { flashDone } from "./document.server";
import { submit } from "./submit.server";
import type { Args } from "./visit.server";

export const sendDocuments = (args: Args, kind: DocumentKind) =>
  submit(args, sendingNew, async (api, value, idempotency_key) => {
    const done = await api.post(documentsDone, `${kind.api}/send`, value, idempotency_key);
    const said = doneText(done, value.channel === "paper" ? "紙で渡したと記録しました" : "送付しました");
    const { keys, channel, sent_date = "" } = value;
    return flashDone(args, kind, "send", { ...said, keys, chosen: { channel, sent_date } });
  });

/** Of a run that was done in part: for the rest the same is meant. */
export function chosenSending(request: Request) {
  const query = new URL(request.url).searchParams;
  const chosen = sendingChosen.safeParse(Object.fromEntries(query));
  return chosen.success ? { ...chosen.data, sent_date: chosen.data.sent_date ?? "" } : null;
}
