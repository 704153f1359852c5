import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { SchemaForm } from "~/components/form/SchemaForm";
import { cardActOf } from "~/lib/task/card.act";
import { cardWork } from "~/lib/task/work.page.schema";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { backOf, flash, flashUndo } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { Closed, Head } from "./task.$key._index/Head";
import { Standing } from "./task.$key._index/Standing";

export const meta = titled("カード");

export async function loader(args: LoaderFunctionArgs) {
  const { api, card, detail, page } = await enterCard(args, "seller");
  const act = cardActOf(args.params.act);
  if (!act) throw new Response(null, { status: 404 });
  const work = await api.get(cardWork, `/cards/${card.key}/work`);
  const [question, closed] = [act.question(card, work), act.closed(card, work)];
  return json({
    ...page,
    deliveries: detail.deliveries,
    label: act.label(card),
    question,
    fields: act.fields(card),
    closed,
  });
}

export async function action(args: ActionFunctionArgs) {
  const { key, act: name } = args.params;
  const act = cardActOf(name);
  if (!act) return json({ reply: null }, { status: 404 });
  return submit(args, act.schema, async (api, value) => {
    const card = await api.post(
      cardRow,
      `/cards/${key}/${name}`,
      value,
      [name, key, ...Object.values(value as object).flat()].join("."),
    );
    const to = backTo(args.request, `/task/${key}`);
    if (name === "undo" || name === "resume") return flash(args, to, act.done(card));
    return flashUndo(args, to, act.done(card), backOf(card));
  });
}

export default function Act() {
  const { card, deliveries, today, back, returning, label, question, fields, closed } =
    useLoaderData<typeof loader>();
  const { act } = useParams();
  const reply = useActionData<typeof action>()?.reply;
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act={label} />
      <Standing text={closed ?? reply?.error?.[""]?.[0]} card={card} deliveries={deliveries} />
      {closed ? (
        <Closed text={reply?.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <SchemaForm
          id="act"
          action={`/task/${card.key}/${act}${returning}`}
          schema={cardActOf(act)!.schema}
          reply={reply}
          version={card.version}
          submit={label}
          cancel={back}
        >
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <p>{question}</p>
        </SchemaForm>
      )}
    </div>
  );
}
