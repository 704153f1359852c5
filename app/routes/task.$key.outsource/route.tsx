import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { OneTap } from "~/components/form/OneTap";
import { cardFiles } from "~/lib/file/file.schema";
import { outsourcing } from "~/lib/move/outsource.schema";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { products } from "~/lib/product/product.schema";
import { scanResult } from "~/lib/scan/scan.schema";
import { undone } from "~/lib/task/branch";
import { cannotMove, isOnward, nextProcess } from "~/lib/task/card";
import { restBehind } from "~/lib/task/rest";
import { cannotWork } from "~/lib/task/work";
import { cardWork } from "~/lib/task/work.page.schema";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { flash, flashUndo } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { type Reply, submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { formOf } from "~/lib/web/visit.server";
import { Closed, Head } from "~/routes/task.$key._index/Head";
import { OutsourceForm } from "./OutsourceForm";
import { cannotSend, fileOptions } from "./sending";

export const meta = cardTitled("外注に出す");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who, card, page, processes } = await enterCard(args, "seller");
  const [{ links }, { items }, partners, { items: own, inherited }] = [
    await api.get(cardWork, `/cards/${card.key}/work`),
    await api.get(products, "/products", { buyer_id: who.company_id, size: 100 }),
    await api.get(collaborators, "/factories/collaborators", { side: "seller" }),
    await api.get(cardFiles, `/cards/${card.key}/files`),
  ];
  const steps = processes.filter((one) => one.role === "outsource");
  const query = new URL(args.request.url).searchParams;
  const asked = query.get("group_id");
  const scan = query.get("scan");
  const next = nextProcess(processes, card.group_id)?.group_id;
  const at =
    steps.find((one) => String(one.group_id) === asked) ??
    steps.find((one) => one.group_id === card.group_id) ??
    steps.find((one) => one.group_id === next) ??
    steps[0];
  // Done here, it passes on with the card.
  const num_partial = at && isOnward(processes, card.group_id, at.group_id) ? "0" : card.num_partial;
  const out = links.some((one) => one.received_time === null && one.cancelled_time === null);
  return json({
    ...page,
    returning: scan ? `?${new URLSearchParams({ return: page.back, scan })}` : page.returning,
    left: undone({ ...card, num_partial }),
    half: at ? restBehind(card, processes, at.group_id) : null,
    idempotency_key: crypto.randomUUID(),
    out,
    inside: !out && !scan && at && cannotMove(card, at) === null ? at : null,
    steps: steps.map(({ group_id, label }) => ({ value: String(group_id), label })),
    at: String(at?.group_id ?? ""),
    usual: at?.default_collab_id ?? "",
    partners: partners.items
      .filter((one) => !one.is_stock)
      .map(({ id, name }) => ({ value: id, label: name })),
    items: items
      .filter((one) => one.buyer_id === who.company_id)
      .map((one) => ({ value: String(one.product_id), label: `${one.code} ${one.name}` })),
    files: fileOptions([...own, ...inherited]),
  });
}

/** Only the button 外注に出す sends; Enter checks the form. */
export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, outsourcing, async (api, value, given) => {
    const form = await formOf(args);
    if (form.get("step") !== "send")
      return json({
        reply: parseWithZod(form, { schema: outsourcing }).reply(),
        idempotency_key: given,
        checked: true,
      });
    const scan = new URL(args.request.url).searchParams.get("scan");
    if (scan) {
      const scanned = `/scans/${encodeURIComponent(scan)}/outsource`;
      return flash(args, "/s/", (await api.post(scanResult, scanned, value, given)).detail);
    }
    const card = await api.post(cardRow, `/cards/${key}/outsource`, value, given);
    const text = `「${card.name}」を${card.collab_name ?? "協力会社"}に出しました。外注依頼書が届いています。`;
    const undo = {
      action: `/task/${key}/take_back`,
      fields: { version: String(card.version), reason: "依頼の直後に元に戻したため" },
    };
    return flashUndo(args, backTo(args.request, `/task/${key}?tab=parts`), text, undo);
  });
}

export default function Outsource() {
  const data = useLoaderData<typeof loader>();
  const again = useActionData() as (Reply & { checked?: boolean }) | undefined;
  const { card, today, inside, returning } = data;
  const closed = cannotWork(card, "外注に出") ?? cannotSend(data);
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="外注に出す" />
      {closed ? (
        <Closed text={again?.reply.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <OutsourceForm
          {...data}
          checked={again?.checked ?? false}
          reply={again?.reply}
          idempotency_key={again?.idempotency_key ?? data.idempotency_key}
        />
      )}
      {inside ? (
        <div className="max-w-[360px]">
          <OneTap
            action={`/task/${card.key}/move${returning}`}
            fields={{ version: card.version, group_id: inside.group_id, inside: "on" }}
          >
            協力会社に頼まず「{inside.label}」へ移動する
          </OneTap>
        </div>
      ) : null}
    </div>
  );
}
