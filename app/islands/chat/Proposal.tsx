import type { Agreement } from "~/lib/chat/agreement.schema";

const BUTTON = "h-9 rounded border px-3 touch:h-11";
const STATE = {
  open: "回答待ち",
  agreed: "合意しました",
  declined: "断られました",
  withdrawn: "取り下げました",
};
const TONE = { open: "text-warn", agreed: "text-good", declined: "text-bad", withdrawn: "text-muted" };
export function Proposal({
  agreement,
  room,
  company,
}: {
  agreement: Agreement;
  room: string;
  company: string;
}) {
  const { key, state, field, value, proposed_by, answerer_name } = agreement;
  const unseen = field === "unit_price" && value === null;
  const others = unseen
    ? []
    : [
        ["agreed", "承認"],
        ["declined", "断る"],
      ];
  const answers = state !== "open" ? [] : proposed_by === company ? [["withdrawn", "取り下げる"]] : others;
  return (
    <form
      method="post"
      action={`/chat/${room}/agreement/${key}`}
      data-plain
      className="mt-2 flex flex-wrap items-center gap-2 border-t border-line pt-2"
    >
      <b className={TONE[state]}>{STATE[state]}</b>
      {answerer_name ? <span className="text-note text-muted">{answerer_name}</span> : null}
      {unseen && state === "open" && proposed_by !== company ? (
        <span className="text-note">会計の権限がある方が回答できます。</span>
      ) : null}
      {answers.map(([answer, label]) => (
        <button
          key={answer}
          name="answer"
          value={answer}
          className={`${BUTTON} ${answer === "agreed" ? "border-accent bg-accent font-bold text-white" : "border-muted/75 bg-surface"}`}
        >
          {label}
        </button>
      ))}
    </form>
  );
}
