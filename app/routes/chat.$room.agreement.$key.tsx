import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { agreementAnswer } from "~/lib/chat/agreement.schema";
import { message } from "~/lib/chat/message.schema";
import { AGREEMENT_STATE_LABEL } from "~/lib/fields/agreement";
import { ApiError } from "~/lib/web/api.server";
import { toRoom } from "~/lib/web/chat.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return toRoom(args);
}

/** The buttons below a proposal: 承認, 断る, 取り下げる. A refusal is told in the room. */
export async function action(args: ActionFunctionArgs) {
  const { room, key } = args.params;
  return submit(args, agreementAnswer, async (api, value) => {
    try {
      const said = await api.post(
        message,
        `/chats/agreements/${key}/answer`,
        value,
        `agreement.${key}.${value.answer}`,
      );
      return flash(
        args,
        `/chat/${room}`,
        `「${AGREEMENT_STATE_LABEL[said.agreement?.state ?? "open"]}」を記録しました。`,
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) return redirect(`/chat/${encodeURIComponent(room!)}`, 303);
      return flash(args, `/chat/${room}`, Object.values(error.errors).flat()[0] ?? error.detail, "error");
    }
  });
}
