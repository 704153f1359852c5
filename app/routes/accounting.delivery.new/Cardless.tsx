import { SelectField } from "~/components/form/choices";
import { SchemaForm } from "~/components/form/SchemaForm";
import type { Option } from "~/lib/list/option";
import type { StepProps } from "./step";
import { cardless } from "./step";

/** 1 対象, where no card is delivered: whom 送料, 返品 and the like are for. */
export function Cardless({ answer, idempotency_key, partners }: StepProps & { partners: Option[] }) {
  return (
    <SchemaForm
      id="cardless"
      schema={cardless}
      reply={answer?.reply.error ? (answer.reply as never) : undefined}
      values={answer?.reply.initialValue}
      submit="次へ"
      press={{ name: "go", value: "cardless" }}
      cancel="/accounting/delivery/new"
      idempotency_key={idempotency_key}
    >
      <p>カードのない納品書（送料、梱包費、返品など）を作ります。</p>
      <SelectField name="buyer_id" label="依頼元" options={partners} />
    </SchemaForm>
  );
}
