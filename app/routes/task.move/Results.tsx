import { Button, LinkButton } from "~/components/form/Button";
import { Table } from "~/components/list/Table";
import type { Column, Tone } from "~/lib/list/list.schema";
import { EXCEPTION_LABEL, type MoveResults } from "~/lib/task/move.schema";
import { typedOf, type Answer } from "./step";

type Result = MoveResults["items"][number];
type Props = { answer: Answer; results: MoveResults; back: string; place: string };

const said = (one: Result) => one.exceptions.map((what) => EXCEPTION_LABEL[what]).join("・");
/** What the table says of each card: before the move, and after. */
function columnsOf(step: Answer["step"]): Column<any>[] {
  const good = step === "check" ? "移動します" : step === "undone" ? "戻しました" : "移動しました";
  const state = (row: Result): [string, Tone] => (!row.ok ? [step === "check" ? "移動できません" : "失敗", "bad"]
    : step === "check" && row.exceptions.length > 0 ? ["確認", "warn"] : [good, "good"]);
  return [
    { name: "id", label: "カード番号", kind: "code", link: (row: Result) => (row.id ? `/task/${row.key}` : null) },
    { name: "name", label: "品名", kind: "text", fact: 1 },
    { name: "state", label: "結果", kind: "state", text: (row: Result) => state(row)[0], tone: (row: Result) => state(row)[1] },
    { name: "detail", label: "内容", kind: "text", fact: 2, text: (row: Result) => row.detail ?? said(row) },
  ];
}

export function Results({ answer, results, back, place }: Props) {
  const { step } = answer;
  const { items, num_moved, num_failed, counts } = results;
  const clear = items.filter((one) => one.ok && one.exceptions.length === 0).length;
  const exceptions = Object.entries(EXCEPTION_LABEL).map(([name, label]) => `${label} ${counts[name as keyof typeof counts]}件`);
  const page = { items, total: items.length, total_more: false, next: null, previous: null };
  const verb = step === "undone" ? "元に戻した" : "移動";
  return (
    <>
      <p role="status" className="rounded border border-line bg-surface px-4 py-3">
        {step === "check"
          ? <>「{place}」へ移動します。<b>移動できる {num_moved}件 / できない {num_failed}件</b>（{exceptions.join("、")}）</>
          : <b>{verb} {num_moved}件 / 失敗 {num_failed}件</b>}
      </p>
      <Table columns={columnsOf(step)} page={page} title={step === "check" ? "移動の確認" : "移動の結果"} />
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        {step === "check" ? (
          <form method="post" data-enhance="submit" className="flex flex-wrap gap-3">
            <Carry fields={[...typedOf(answer), ["go", "move"], ["idempotency_key", answer.idempotency_key]]} />
            {clear > 0 && clear < num_moved ? <Button name="include" value="ok">問題のない{clear}件だけ移動する</Button> : null}
            {num_moved > 0 ? <Button tone="primary" name="include" value="all">{num_moved}件を移動する</Button> : null}
          </form>
        ) : null}
        {step === "done" && num_moved > 0 ? (
          <form method="post" data-enhance="submit">
            <Carry fields={[["go", "undo"], ["idempotency_key", `undo.${answer.idempotency_key}`],
              ...items.filter((one) => one.ok).map((one): [string, string] => ["ids", `${one.key}.${one.version}`])]} />
            <Button>元に戻す</Button>
          </form>
        ) : null}
        {step !== "check" && num_failed > 0 ? (
          <LinkButton href={`/task/move?${new URLSearchParams({ add: items.filter((one) => !one.ok && one.id).map((one) => one.id).join(" ") })}`}>
            失敗だけ再表示
          </LinkButton>
        ) : null}
        {step === "check" ? null : (
          <form method="post" action="/task/move.csv">
            <Carry fields={items.map((one): [string, string] => (
              ["row", JSON.stringify([one.id ?? "", one.name ?? "", one.ok ? verb : "失敗", one.detail ?? ""])]))} />
            <Button tone="plain">結果CSV</Button>
          </form>
        )}
        <LinkButton tone="plain" href={back}>{step === "check" ? "選び直す" : "続けて移動する"}</LinkButton>
      </div>
    </>
  );
}

const Carry = ({ fields }: { fields: [string, string][] }) => (
  <>{fields.map(([name, value], index) => <input key={index} type="hidden" name={name} value={value} />)}</>
);
