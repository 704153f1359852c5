import type { Flash } from "~/lib/web/cookie.server";

export function Message({ text, severity, undo }: Flash) {
  return (
    <div className={severity === "error" ? "scan-wrong" : "scan-done"}>
      <p>{text}</p>
      {undo ? (
        <form method="post" action={undo.action}>
          {Object.entries(undo.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button className="scan-button">取消</button>
        </form>
      ) : null}
    </div>
  );
}
