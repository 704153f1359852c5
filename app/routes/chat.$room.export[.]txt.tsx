import type { LoaderFunctionArgs } from "@remix-run/node";
import { transcriptLine, transcriptText } from "~/lib/chat/transcript";
import { formatDateTime, today } from "~/lib/time/date";
import { talkOf } from "~/lib/web/chat.server";
import { enter } from "~/lib/web/visit.server";

/** The same as a text that is read, with the names of attached files. */
export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  const { said, companies, title } = await talkOf(args);
  const text = transcriptText(
    title,
    formatDateTime(new Date()),
    said.map((one) => transcriptLine(one, companies)),
  );
  return new Response(text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(`${title}_${today().replace(/-/g, "")}.txt`)}`,
    },
  });
}
