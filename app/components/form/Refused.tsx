import type { SubmissionResult } from "@conform-to/dom";

export function Refused({
  reply,
  typed,
}: {
  reply?: SubmissionResult<string[]> | null;
  typed?: { name: string; label: string };
}) {
  const why = reply?.error?.[""]?.[0];
  const words = typed && reply?.initialValue?.[typed.name];
  if (!why) return null;
  return (
    <div
      role="alert"
      data-summary
      tabIndex={-1}
      className="rounded border border-bad bg-bad-soft px-4 py-2 text-bad"
    >
      <p className="font-bold">{why}</p>
      {typeof words === "string" && words !== "" ? (
        <p>
          入力した{typed!.label}：{words}
        </p>
      ) : null}
    </div>
  );
}
