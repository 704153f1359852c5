import type { SubmissionResult } from "@conform-to/dom";
import { Refused } from "~/components/form/Refused";
import { QUOTE_LABEL as L } from "~/lib/quote/quote.fields";

type Typed = Record<string, string | undefined>;
const LINE = ["unit_price", "lead_days", "shipping"] as const;
const HEAD = ["tooling", "other", "valid_until", "person", "comment"] as const;

const said = (typed: Typed, names: readonly (keyof typeof L)[]) =>
  names.flatMap((name) => (typed[name] ? [`${L[name]} ${typed[name]}`] : [])).join("・");

/** A colleague was quicker and the form is gone: what was typed is not. */
export function Unsent({ reply }: { reply: SubmissionResult<string[]> }) {
  const typed = reply.initialValue as Typed & { lines?: Typed[] };
  const lines = (typed.lines ?? []).flatMap((line) => {
    const text = said(line, LINE);
    return text ? [`${L.quantity} ${line.quantity}：${text}`] : [];
  });
  return (
    <>
      <Refused reply={reply} />
      <section className="grid gap-2 rounded border border-warn bg-warn-soft px-4 py-2">
        <p className="font-bold text-warn">入力した内容は、送信も保存もしていません。</p>
        <ul className="whitespace-pre-wrap">
          {[...lines, said(typed, HEAD)].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
    </>
  );
}
