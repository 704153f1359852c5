import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Empty } from "~/components/list/Empty";
import { fileRow } from "~/lib/file/file.schema";
import { billMade, billNew, suppliers } from "~/lib/payable/bill.schema";
import { PAYABLE } from "~/lib/payable/debt.list";
import { type Api, ApiError } from "~/lib/web/api.server";
import { filesForm } from "~/lib/web/file.server";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { PayableTabs } from "../shared/payable.tabs";
import { BillForm } from "./BillForm";

export const meta = titled("請求書・経費の計上");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { items: partners } = await api.get(suppliers, "/payables/partners");
  const query = new URL(args.request.url).searchParams;
  const [asked, late_debt] = [query.get("partner_id") ?? "", query.get("late_debt") ?? ""];
  const late = { kind: "expense", account: "interest", late_debt, base_0: query.get("base_0") ?? "" };
  const first: Record<string, string> = late_debt ? late : { kind: "invoice" };
  const partner_id = partners.some(({ id }) => id === asked) ? asked : "";
  return json({ partners, values: { partner_id, ...first }, idempotency_key: crypto.randomUUID() });
}

/** Why its files were not taken, or null: the paper itself is entered by then. */
async function filesRefused(api: Api, bill: number, files: FormData, key: string): Promise<string | null> {
  if (!files.has("files")) return null;
  try {
    await api.upload(fileRow.array(), `/payables/bills/${bill}/files`, files, `${key.slice(0, 190)}.files`);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.confirm) throw error;
    return Object.values(error.errors).flat()[0] ?? error.detail;
  }
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, billNew, async (api, value, key) => {
    const made = await api.post(billMade, "/payables/bills", value, key);
    const refused = await filesRefused(api, made.key, filesForm(await formOf(args)), key);
    const to = `${PAYABLE}/bill/${made.key}`;
    if (refused) return flash(args, to, `計上しましたが、原本は載っていません。${refused}`, "error", 20_000);
    const tone = made.notes.length > 0 ? "info" : "success";
    return flash(args, to, ["計上しました。", ...made.notes].join(""), tone);
  });
}

export default function BillNewPage() {
  const { partners, values, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>請求書・経費の計上</h1>
      <PayableTabs current={`${PAYABLE}/bill`} />
      {partners.length === 0 ? (
        <div className="rounded border border-line bg-surface">
          <Empty
            text="支払先がまだありません。依頼元一覧で、区分を協力会社にして登録してください。"
            action={{ label: "依頼元を追加", href: "/setting/collaborator/new" }}
          />
        </div>
      ) : (
        <BillForm
          partners={partners}
          values={values}
          reply={answer?.reply}
          idempotency_key={answer?.idempotency_key ?? idempotency_key}
        />
      )}
    </section>
  );
}
