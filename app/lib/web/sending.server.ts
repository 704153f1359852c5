import type { DocumentKind } from "~/lib/accounting/document";
import { doneText } from "~/lib/accounting/sending";
import { documentsDone, sendingNew } from "~/lib/accounting/sending.schema";
import { flashDone } from "./document.server";
import { submit } from "./submit.server";
import type { Args } from "./visit.server";

export const sendDocuments = (args: Args, kind: DocumentKind) =>
  submit(args, sendingNew, async (api, value, idempotency_key) => {
    const done = await api.post(documentsDone, `${kind.api}/send`, value, idempotency_key);
    const said = doneText(done, value.channel === "paper" ? "紙で渡したと記録しました" : "送付しました");
    return flashDone(args, kind, "send", { ...said, keys: value.keys });
  });
