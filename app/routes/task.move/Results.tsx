import { Button, LinkButton } from "~/components/form/Button";
import { Table } from "~/components/list/Table";
import { unpaged } from "~/lib/list/list.schema";
import { EXCEPTION_LABEL, type MoveResults } from "~/lib/task/move.schema";
import { Carry } from "./Carry";
import { columnsOf, reasonsOf } from "./columns";
import { type Options, planOf } from "./plan";
import { type Answer, typedOf } from "./step";

type Props = { answer: Answer; results: MoveResults; back: string; options: Options };

export function Results({ answer, results, back, options }: Props) {
  const { step } = answer;
  const { items, num_moved, num_failed, counts } = results;
  const clear = items.filter((one) => one.ok && one.exceptions.length === 0).length;
  const half = items.filter((one) => one.ok && one.num_rest !== null).length;
  const exceptions = Object.entries(EXCEPTION_LABEL)
    .filter(([name]) => name !== "late" || counts.late > 0)
    .map(([name, label]) => `${label} ${counts[name as keyof typeof counts]}件`)
    .join(" / ");
  const page = unpaged(items);
  const verb = step === "undone" ? "元に戻した" : "移動";
  return (
    <>
      <div
        role="status"
        tabIndex={-1}
        data-step={step}
        className="grid gap-2 rounded border border-line bg-surface px-4 py-3"
      >
        {step === "check" ? (
          <>
            <p className="text-section font-bold">
              移動できる {num_moved}件 / できない {num_failed}件
            </p>
            <p className={clear === items.length ? "text-muted" : "text-warn"}>{exceptions}</p>
            {answer.short ? <p className="text-warn">{answer.short}</p> : null}
            <dl className="flex flex-wrap gap-x-6 gap-y-1">
              {planOf(answer, options).map(([label, text]) => (
                <div key={label} className="flex gap-2">
                  <dt className="text-muted">{label}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </>
        ) : (
          <p className="text-section font-bold">
            {verb} {num_moved}件 / 失敗 {num_failed}件
          </p>
        )}
        {step !== "check" && num_failed > 0 ? <p className="text-bad">{reasonsOf(items)}</p> : null}
      </div>
      <Table columns={columnsOf(step)} page={page} title={step === "check" ? "移動の確認" : "移動の結果"} />
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        {step === "check" ? (
          <form
            method="post"
            data-enhance="submit"
            data-chunks="/task/move/chunk"
            className="flex flex-wrap items-center gap-3"
          >
            <Carry fields={[...typedOf(answer), ["idempotency_key", answer.idempotency_key]]} />
            {clear > 0 && clear < num_moved ? (
              <Button name="go" value="move.ok">
                問題のない{clear}件だけ移動する
              </Button>
            ) : null}
            {num_moved === 0 ? null : half === 0 ? (
              <Button tone="primary" name="go" value="move">
                {num_moved}件を移動する
              </Button>
            ) : (
              <>
                <Button tone="primary" name="go" value="move.divide">
                  {num_moved}件を移動し、途中の{half}件の残りは今の工程に残す（分割）
                </Button>
                <Button name="go" value="move.all">
                  途中の{half}件は残りもいっしょに、{num_moved}件を移動する
                </Button>
              </>
            )}
            <Button tone="plain" name="go" value="edit">
              選び直す
            </Button>
          </form>
        ) : null}
        {step === "done" && num_moved > 0 ? (
          <form method="post" data-enhance="submit">
            <Carry
              fields={[
                ["go", "undo"],
                ["idempotency_key", `undo.${answer.idempotency_key}`],
                ...items
                  .filter((one) => one.ok)
                  .map((one): [string, string] => ["ids", `${one.key}.${one.version}`]),
              ]}
            />
            <Button>元に戻す</Button>
          </form>
        ) : null}
        {step !== "check" && num_failed > 0 ? (
          <LinkButton
            href={`/task/move?${new URLSearchParams({
              add: items
                .filter((one) => !one.ok && one.id)
                .map((one) => one.id)
                .join(" "),
            })}`}
          >
            失敗だけ再表示
          </LinkButton>
        ) : null}
        {step === "check" ? null : (
          <form method="post" action="/task/move.csv">
            <Carry
              fields={items.map((one): [string, string] => [
                "row",
                JSON.stringify([
                  one.id ?? "",
                  one.name ?? "",
                  one.ok ? verb : "失敗",
                  one.detail ?? one.ended,
                ]),
              ])}
            />
            <Button tone="plain">結果CSV</Button>
          </form>
        )}
        {step === "check" ? null : (
          <LinkButton tone="plain" href={back}>
            続けて移動する
          </LinkButton>
        )}
      </div>
    </>
  );
}
