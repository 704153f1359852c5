import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FieldSet } from "~/components/form/FieldSet";
import { HiddenField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { WORKTIME } from "~/lib/bi/worktime.list";
import { returning, reviewResults } from "~/lib/bi/worktime.review.schema";
import { formatDate } from "~/lib/time/date";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { formOf } from "~/lib/web/visit.server";
import { reviewed } from "~/lib/web/worktime.review.server";
import { enterWorktime, nameOfWorkers } from "~/lib/web/worktime.server";

export const meta = titled("作業日報の差戻し");

export async function loader(args: LoaderFunctionArgs) {
  const { who } = await enterWorktime(args);
  if (!who.is_admin) throw new Response(null, { status: 403 });
  const days = new URL(args.request.url).searchParams.getAll("days").join(" ");
  if (!days) return redirect(WORKTIME);
  return json({
    days,
    named: await nameOfWorkers(args, days),
    back: backTo(args.request, WORKTIME),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { who } = await enterWorktime(args);
  if (!who.is_admin) throw new Response(null, { status: 403 });
  const back = backTo(args.request, WORKTIME);
  const days = String((await formOf(args)).get("days") ?? "");
  return submit(args, returning, async (api, { reason }, key) => {
    const body = { act: "return", days, reason };
    return reviewed(args, back, "return", await api.post(reviewResults, "/bi/worktime/review", body, key));
  });
}

export default function WorktimeReturn() {
  const { days, named, back, idempotency_key } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-4">
      <h1>作業日報の差戻し</h1>
      <ul className="list-disc pl-5">
        {named.map(({ worker, day }) => (
          <li key={`${worker} ${day}`}>{`${worker}　${formatDate(day)}`}</li>
        ))}
      </ul>
      <SchemaForm
        id="return"
        action={`${WORKTIME}/return?${new URLSearchParams({ days, return: back })}`}
        schema={returning}
        answer={useActionData<typeof action>()}
        idempotency_key={idempotency_key}
        submit="差し戻す"
        cancel={back}
      >
        <HiddenField name="days" value={days} />
        <FieldSet legend="差戻しの理由">
          <TextArea
            autoFocus
            name="reason"
            label="差戻しの理由"
            rows={3}
            help="この日の日報に残り、承認されるまで表示されます。"
          />
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
