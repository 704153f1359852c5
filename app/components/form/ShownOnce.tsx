import type { SubmissionResult } from "@conform-to/dom";
import { z } from "zod";
import { LinkButton } from "~/components/form/Button";
import { Facts } from "~/components/list/Facts";
import { SchemaForm } from "./SchemaForm";

export type ShownOnceAnswer = {
  shown?: { username: string; password: string };
  reply?: SubmissionResult<string[]> | null;
};

const NOTE =
  "この画面を閉じると、もう表示できません。本人だけに伝えてください。7日以内にログインし、新しいパスワードを決めてもらいます。";

export function ShownOnce({ name, back, answer }: { name: string; back: string; answer?: ShownOnceAnswer }) {
  return (
    <div className="grid max-w-[720px] gap-4">
      <h1>{name}の仮パスワード</h1>
      {answer?.shown ? (
        <TemporaryPassword {...answer.shown} back={back} />
      ) : (
        <SchemaForm
          id="password"
          schema={z.object({})}
          reply={answer?.reply}
          submit="仮パスワードを表示する"
          cancel={back}
        >
          <p>
            この設置では、メールを送れません。仮パスワードを作り直して、この画面に一度だけ表示します。前の仮パスワードは使えなくなります。
          </p>
        </SchemaForm>
      )}
    </div>
  );
}

function TemporaryPassword({
  username,
  password,
  back,
}: {
  username: string;
  password: string;
  back: string;
}) {
  const facts = [
    { label: "ユーザー名", value: username },
    { label: "仮パスワード", value: password },
  ];
  return (
    <section className="grid gap-3 rounded border border-line bg-surface p-4">
      <Facts
        facts={facts.map(({ label, value }) => ({ label, value: <b className="break-all">{value}</b> }))}
      />
      <p>{NOTE}</p>
      <p>
        <LinkButton href={back}>戻る</LinkButton>
      </p>
    </section>
  );
}
