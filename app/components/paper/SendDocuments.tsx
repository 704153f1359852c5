import type { z } from "zod";
import type { Column } from "~/lib/list/list.schema";
import { formatDate } from "~/lib/time/date";
import { AGAIN_LABEL, CHANNEL_LABEL, CHANNELS, type Channel } from "~/lib/vocabulary/sending";
import { CheckField, RadioField } from "../form/choices";
import { DateField } from "../form/fields";
import { type DocumentsAnswer, DocumentsForm } from "./DocumentsForm";

type Sendable = {
  key: number;
  number: string;
  date: string;
  partner_name: string;
  sent: string | null;
  is_sent: boolean;
  cannot_send: string | null;
  cannot_mail: string | null;
};
type Props = {
  noun: string;
  path: string;
  docs: Sendable[];
  today: string;
  /** How those that went out of the same run did. */
  chosen: { channel: Channel; sent_date: string } | null;
  schema: z.ZodType;
  answer?: DocumentsAnswer;
  idempotency_key: string;
};

const columns = (path: string): Column<Sendable>[] => [
  { name: "number", label: "番号", kind: "link", link: (row) => `${path}/${row.key}` },
  { name: "partner_name", label: "取引先", kind: "text", fact: 1 },
  { name: "date", label: "日付", kind: "text", text: (row) => formatDate(row.date), fact: 2 },
  { name: "sent", label: "これまでの送付", kind: "text" },
  {
    name: "cannot_send",
    label: "注意",
    kind: "text",
    text: (row) => row.cannot_send ?? row.cannot_mail,
    tone: () => "warn",
  },
];

/** What goes out, to whom and how: the last look before it does. */
export function SendDocuments({ noun, path, docs, today, chosen, schema, answer, idempotency_key }: Props) {
  const sendable = docs.filter((doc) => doc.cannot_send === null);
  const mailed = sendable.filter((doc) => doc.cannot_mail === null);
  return (
    <DocumentsForm
      title={`${noun}の送付`}
      path={path}
      docs={docs}
      columns={columns(path)}
      schema={schema}
      values={chosen ?? { channel: mailed.length > 0 ? "chat_mail" : "paper", sent_date: today }}
      submit={`${docs.length}件を送付する`}
      answer={answer}
      idempotency_key={idempotency_key}
    >
      <RadioField
        name="channel"
        label="送付の方法"
        help={`取引先とのチャットと、相手の会社で${noun}を開ける方のメールに、リンクを送ります。金額は書きません。`}
        options={CHANNELS.map((value) => ({ value, label: CHANNEL_LABEL[value] }))}
      />
      <DateField name="sent_date" label="渡した日" optional help="紙で渡したときだけ使います" />
      {docs.some((doc) => doc.is_sent) ? <CheckField name="again" label={AGAIN_LABEL} /> : null}
    </DocumentsForm>
  );
}
