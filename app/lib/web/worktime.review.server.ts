import { z } from "zod";
import { WORKTIME } from "~/lib/bi/worktime.list";
import { type ReviewResults, reviewResults } from "~/lib/bi/worktime.review.schema";
import { formatDate } from "~/lib/time/date";
import { flash, flashUndo } from "./flash.server";
import { submit } from "./submit.server";
import { type Args, formOf } from "./visit.server";

export const REVIEW_ACTS = { approve: "承認", return: "差戻し", withdraw: "承認・差戻しの取消" };
type Act = keyof typeof REVIEW_ACTS;
const DONE: Record<Act, string> = {
  approve: "承認しました",
  return: "差し戻しました",
  withdraw: "承認・差戻しを取り消しました",
};

/** What was done is told with a way back, and beside it what could not be. */
export function reviewed(args: Args, back: string, act: Act, { items }: ReviewResults) {
  const done = items.flatMap(({ tick }) => tick ?? []);
  const refused = items.flatMap(({ worker, day, detail }) =>
    detail ? `${worker} ${formatDate(day)}: ${detail}` : [],
  );
  const said = [
    done.length > 0 ? `${done.length}件を${DONE[act]}。` : "",
    refused.length > 0 ? `${refused.length}件はできませんでした。${refused.slice(0, 3).join(" ")}` : "",
  ].join("");
  if (done.length === 0 || act === "withdraw")
    return flash(args, back, said, done.length ? "success" : "error", refused.length ? 0 : undefined);
  return flashUndo(args, back, said, {
    action: `${WORKTIME}?${new URLSearchParams({ return: back })}`,
    fields: { act: "withdraw", ids: done.join(" ") },
  });
}

const chosen = z.object({ act: z.enum(["approve", "withdraw"]) });

export function reviewAction(args: Args, back: string): Promise<Response> {
  return submit(args, chosen, async (api, { act }, key) => {
    const days = (await formOf(args)).getAll("ids").join(" ");
    return reviewed(
      args,
      back,
      act,
      await api.post(reviewResults, "/bi/worktime/review", { act, days }, key),
    );
  });
}
