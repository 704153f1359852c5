import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { MATCH_ANSWER_LABEL, MATCH_ANSWERS } from "~/lib/payable/match";
import {
  type MatchDetail,
  matchAnswering,
  matchClosingForm,
  matchReopening,
} from "~/lib/payable/match.schema";
import type { Reply } from "~/lib/web/submit.server";
import { MatchLines } from "./MatchLines";

const ANSWERS = MATCH_ANSWERS.map((value) => ({ value, label: MATCH_ANSWER_LABEL[value] }));

type Props = { found: MatchDetail; partner_id: string; answer?: Reply; keys: Record<Go, string> };
type Go = "answer" | "close" | "reopen";

const goOf = (answer: Reply | undefined) => (answer?.reply.initialValue as { go?: Go } | undefined)?.go;
const replyOf = (answer: Reply | undefined, go: Go) => (goOf(answer) === go ? answer : undefined);

function Hidden({ found, partner_id }: Pick<Props, "found" | "partner_id">) {
  return (
    <>
      <input type="hidden" name="partner_id" value={partner_id} />
      <input type="hidden" name="ym" value={found.ym} />
      <input type="hidden" name="seen" value={found.seen} />
    </>
  );
}

/** The differing lines with their ticks, and one answer for all that are ticked. */
export function Answers({ found, partner_id, answer, keys }: Props) {
  const own = replyOf(answer, "answer");
  const typed = own?.reply.initialValue as { lines?: string | string[] } | undefined;
  const wrong = own?.reply.error?.lines?.[0];
  const isOpen = found.state !== "closed" && found.state !== "changed";
  const table = (
    <MatchLines
      items={found.items}
      ticked={[typed?.lines ?? []].flat()}
      isOpen={isOpen}
      room={found.room}
      wrong={wrong}
    />
  );
  if (!isOpen || found.items.every(({ state }) => state === "same")) return table;
  return (
    <SchemaForm
      id="answers"
      schema={matchAnswering}
      answer={own}
      submit="チェックした明細に回答する"
      press={{ name: "go", value: "answer" }}
      cancel="/accounting/payable/match"
      wide
      idempotency_key={keys.answer}
    >
      <Hidden found={found} partner_id={partner_id} />
      {table}
      <p id="answers-lines" className="text-note text-bad empty:hidden">
        {wrong}
      </p>
      <div className="print:hidden">
        <FieldSet legend="差異への回答">
          <RadioField
            name="answer"
            label="回答"
            options={ANSWERS}
            help="「当方に直してもらう」は、請求書の差異の連絡とチャットで先方に送ります。「来月へ」の未請求は、次の月の照合にも出ます。"
          />
          <TextField
            name="reason"
            label="理由"
            either
            optional
            help="回答を取り消すときのほかは、入力してください"
          />
        </FieldSet>
      </div>
    </SchemaForm>
  );
}

export function Close({ found, partner_id, answer, keys }: Props) {
  const own = replyOf(answer, "close");
  if (found.cannot_close !== null && !own)
    return <p className="text-warn print:hidden">{found.cannot_close}</p>;
  return (
    <div className="print:hidden">
      <SchemaForm
        id="close"
        schema={matchClosingForm}
        answer={own}
        submit="この月の照合を締める"
        press={{ name: "go", value: "close" }}
        idempotency_key={keys.close}
      >
        <Hidden found={found} partner_id={partner_id} />
      </SchemaForm>
    </div>
  );
}

export function Reopen({ found, partner_id, answer, keys }: Props) {
  const own = replyOf(answer, "reopen");
  return (
    <div className="print:hidden">
      <SchemaForm
        id="reopen"
        schema={matchReopening}
        answer={own}
        submit="締めた照合を開け直す"
        press={{ name: "go", value: "reopen" }}
        tone="secondary"
        idempotency_key={keys.reopen}
      >
        <Hidden found={found} partner_id={partner_id} />
        <TextField name="reason" label="理由" help="記録に残ります" />
      </SchemaForm>
    </div>
  );
}
