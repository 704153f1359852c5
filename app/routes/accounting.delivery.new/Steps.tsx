import { Button } from "~/components/form/Button";
import { carried, type Step, type Typed } from "./step";

const STEPS: [Step, string][] = [
  ["lines", "対象"],
  ["terms", "まとめ方"],
  ["check", "確認"],
];

const DONE = "bg-accent-soft text-accent";

/** 1 対象 → 2 まとめ方 → 3 確認. */
export function Steps({ current }: { current: Step }) {
  const at = STEPS.findIndex(([step]) => step === current);
  return (
    <ol
      className="flex items-center gap-2 text-note"
      aria-label="手順"
      data-rare
      data-steps={at}
      data-names="lines terms_again"
    >
      {STEPS.map(([step, label], index) => (
        <li
          key={step}
          aria-current={step === current ? "step" : undefined}
          className={`flex items-center gap-2 ${index === at ? "font-bold text-accent" : "text-muted"}`}
        >
          <span
            className={`grid h-6 w-6 place-items-center rounded-full ${index === at ? "bg-accent text-white" : index < at ? DONE : "bg-line"}`}
          >
            {index + 1}
          </span>
          {label}
          {index < STEPS.length - 1 ? <span aria-hidden="true" className="w-6 border-t border-line" /> : null}
        </li>
      ))}
    </ol>
  );
}

export const SaveDraft = () => (
  <Button name="go" value="draft" formNoValidate tone="plain">
    下書きに保存
  </Button>
);

/** What was typed in other steps, kept in the form. */
export function Carry({ typed, drawn, step }: { typed: Typed; drawn: string[]; step: Step }) {
  return (
    <>
      <input type="hidden" name="step" value={step} />
      {carried(typed, drawn).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
