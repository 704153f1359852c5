import { Icon } from "./Icon";

type Severity = "info" | "success" | "error";

const LOOK: Record<Severity, string> = {
  info: "snackbar",
  success: "snackbar snackbar-success",
  error: "snackbar snackbar-error",
};

type Undo = { action: string; fields?: Record<string, string>; label?: string; log?: string };

export type SnackbarMessage = {
  severity: Severity;
  text: string;
  undo?: Undo;
  /** Milliseconds until it hides (4000 where left out; 0 stays). */
  duration?: number;
};

export function Snackbar({ severity, text, undo, duration }: SnackbarMessage) {
  return (
    <div className={LOOK[severity]} data-snackbar={duration ?? 4000}>
      <Icon name={severity} />
      <p>{text}</p>
      {undo && (
        <form method="post" action={undo.action} data-enhance="submit">
          {Object.entries(undo.fields ?? {}).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button className="min-h-9 whitespace-nowrap px-2 font-bold underline touch:min-h-11">
            {undo.label ?? "元に戻す"}
          </button>
        </form>
      )}
      {undo?.log && (
        <a
          href={undo.log}
          className="inline-flex min-h-9 items-center whitespace-nowrap px-2 underline touch:min-h-11"
        >
          履歴
        </a>
      )}
    </div>
  );
}

/** Always in the page, so that a screen reader announces what is put in. */
export function SnackbarPlace({ message }: { message?: SnackbarMessage | null }) {
  return (
    <div id="snackbars" role="status" className="print:hidden">
      {message && <Snackbar {...message} />}
    </div>
  );
}
