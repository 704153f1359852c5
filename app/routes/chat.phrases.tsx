import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { pressed } from "~/lib/chat/phrase";
import { PHRASES_MAX, phrases, phrasesForm } from "~/lib/chat/phrase.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("定型文");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await api.get(phrases, "/chats/phrases"));
}

/** All that stands in the fields is saved, whichever button is pressed. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, phrasesForm, async (api, { version, phrases: typed, press = "" }) => {
    await api.put(phrases, "/chats/phrases", { version, phrases: pressed(typed, press) });
    return flash(args, "/chat/phrases", "定型文を保存しました。");
  });
}

const MARK: Record<number, string> = { [-1]: "↑", 1: "↓", 0: "削除" };

export default function Phrases() {
  const { items, version } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const sent = again?.reply.initialValue?.phrases;
  const rows = Array.isArray(sent) ? sent.length : Math.min(items.length + 1, PHRASES_MAX);
  return (
    <div className="grid max-w-[720px] gap-4">
      <header>
        <p className="text-note">
          <a href="/chat">チャット</a>
        </p>
        <h1>定型文</h1>
        <p className="text-muted">
          チャットの「定型文」に、この順で並びます。自社の全員が使い、相手の会社には見えません。
        </p>
      </header>
      <SchemaForm
        key={version}
        id="phrases"
        schema={phrasesForm}
        reply={again?.reply}
        values={{ phrases: items }}
        version={version}
        submit="保存"
        cancel="/chat"
      >
        {[...Array(rows).keys()].map((at) => {
          const is_new = at >= items.length;
          const step = (by: number, label: string, disabled: boolean) => (
            <Button
              tone="plain"
              name="press"
              value={`${at}.${by}`}
              disabled={disabled}
              aria-label={`${at + 1}番目を${label}`}
            >
              {MARK[by]}
            </Button>
          );
          return (
            <div key={at}>
              <TextArea
                name={`phrases[${at}]`}
                label={is_new ? "新しい定型文" : `${at + 1}番目`}
                rows={2}
                optional={is_new}
              />
              {is_new ? null : (
                <p>
                  {step(-1, "上へ", at === 0)}
                  {step(1, "下へ", at >= items.length - 1)}
                  {step(0, "削除", false)}
                </p>
              )}
            </div>
          );
        })}
      </SchemaForm>
    </div>
  );
}
