import type { Merged } from "~/lib/task/card.conflict";
import { formatDateTime } from "~/lib/time/datetime";

const CHOICE = "flex min-h-9 cursor-pointer items-start gap-2 py-2 touch:min-h-11";

export function Conflicts({ conflicts, taken }: Merged) {
  return (
    <section aria-label="他の人の更新" className="grid gap-3 rounded border border-warn bg-surface p-4">
      {conflicts.map(({ name, label, mine, theirs, value, who, at }) => (
        <fieldset key={name} className="min-w-0">
          <legend className="font-bold">{label}は、どちらにしますか</legend>
          <input type="hidden" name={`theirs_${name}`} value={value} />
          <label className={CHOICE}>
            <input
              type="radio"
              name={`choose_${name}`}
              value="mine"
              defaultChecked
              className="mt-1 h-4 w-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 whitespace-pre-wrap">
              <span className="text-muted">自分の入力：</span>
              <b>{mine}</b>
            </span>
          </label>
          <label className={CHOICE}>
            <input
              type="radio"
              name={`choose_${name}`}
              value="theirs"
              className="mt-1 h-4 w-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 whitespace-pre-wrap">
              <span className="text-muted">
                {who}（{formatDateTime(at)}）：
              </span>
              <b>{theirs}</b>
            </span>
          </label>
        </fieldset>
      ))}
      {taken.length > 0 ? (
        <div>
          <p className="font-bold">次の項目は、他の人の変更を取り込みました。</p>
          <ul className="list-disc pl-5">
            {taken.map(({ label, to, who }) => (
              <li key={label}>
                {label}：{to}（{who}）
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <p className="text-note text-muted">
        確かめて、もう一度「保存」を押してください。自分の入力を選んだ項目は、下の欄の内容で保存します。
      </p>
    </section>
  );
}
