import type { LoaderFunctionArgs } from "@remix-run/node";
import { TRANSCRIPT_COLUMNS, transcriptLine } from "~/lib/chat/transcript";
import { csvOf } from "~/lib/list/csv";
import { today } from "~/lib/time/date";
import { talkOf } from "~/lib/web/chat.server";
import { csvAnswer } from "~/lib/web/csv.server";
import { enter } from "~/lib/web/visit.server";

/** ルームの書き出し: what was said in the last 30 days, or the part of it that is shown. */
export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  const { said, companies, title } = await talkOf(args);
  return csvAnswer(
    args,
    `${title}_${today().replace(/-/g, "")}`,
    csvOf(
      TRANSCRIPT_COLUMNS,
      said.map((one) => transcriptLine(one, companies)),
    ),
  );
}
