import { Button } from "~/components/form/Button";
import { Chip } from "~/components/list/Chip";
import type { termsPreview } from "~/lib/partner/terms.preview";

type Props = {
  example: ReturnType<typeof termsPreview>;
  /** The page that shows the example anew. */
  check: string;
};

/** The period that runs today, and what the 60 days say of it (R2-5). */
export function TermsExample({ example, check }: Props) {
  return (
    <div className="col-span-full grid gap-1 rounded bg-ground p-3" aria-live="polite">
      {example.wrong.length > 0 ? (
        example.wrong.map((one) => (
          <p key={one} className="text-bad">
            {one}
          </p>
        ))
      ) : (
        <>
          <p>
            <b>{example.label}</b>　例: <span className="tabular-nums">{example.example}</span>
          </p>
          <p>
            <Chip tone={example.tone}>{example.verdict}</Chip> {example.check}
          </p>
        </>
      )}
      <p>
        <Button formMethod="get" formAction={check}>
          例を確かめる
        </Button>
      </p>
    </div>
  );
}
