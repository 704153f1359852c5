import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Button } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { bulkAnswer } from "~/lib/list/bulk.schema";
import { invitationSent, partnerIds } from "~/lib/partner/collaboration.schema";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { partnerActs, partnerList } from "~/lib/partner/partner.list";
import { partnerships } from "~/lib/partner/partnership.schema";
import { askAll } from "~/lib/web/bulk.server";
import { flash } from "~/lib/web/flash.server";
import { loadList } from "~/lib/web/list.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("依頼元一覧");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const [data, { items }, asked] = await Promise.all([
    loadList(args, partnerList),
    api.get(collaborators, "/factories/collaborators", { side: "buyer" }),
    who.is_admin ? api.get(partnerships, "/partnerships") : null,
  ]);
  return json({
    ...data,
    waiting: asked?.incoming.length ?? 0,
    csv: `/setting/collaborator.csv?${new URLSearchParams(data.filter)}`,
    stocks: items.filter((one) => one.is_stock),
  });
}

const ACTS = { label: "宛名ラベル", invite: "招待", stop: "無効化" };

/** What the ticked companies are for: ended or invited all or none, or printed on labels. */
export async function action(args: ActionFunctionArgs) {
  const asked = await askAll(args, partnerList as never, ACTS, 1000);
  if (asked) return asked;
  const schema = z.object({ ...partnerIds.shape, act: z.enum(["stop", "invite", "label"]) });
  return submit(args, schema, async (api, { ids, act }, key) => {
    if (act === "label")
      return redirect(
        `/setting/collaborator/label?${ids.map((id) => `ids=${encodeURIComponent(id)}`).join("&")}`,
        303,
      );
    if (act === "invite") {
      const { sent } = await api.post(
        z.object({ sent: z.array(invitationSent) }),
        "/factories/collaborators/invite",
        { ids },
        key,
      );
      return flash(args, "/setting/collaborator", `${sent.length}社に招待のメールを送りました。`);
    }
    const { stopped } = await api.post(
      z.object({ stopped: z.number() }),
      "/factories/collaborators/stop",
      { ids },
      key,
    );
    return flash(
      args,
      "/setting/collaborator",
      `${stopped}社を無効にしました。これまでの書類と記録は残ります。`,
    );
  });
}

export default function Partners() {
  const { page, waiting, filter, turned, amounts, csv, who, stocks } = useLoaderData<typeof loader>();
  const answer = bulkAnswer(useActionData());
  const [name, ...rest] = partnerList.columns;
  const list = { ...partnerList, columns: [name!, partnerActs(who.company_id ?? "", who.is_admin), ...rest] };
  const bulk = (
    <>
      <Button name="act" value="label">
        {ACTS.label}
      </Button>
      {who.is_admin ? (
        <>
          <Button name="act" value="invite">
            {ACTS.invite}
          </Button>
          <Button tone="danger" name="act" value="stop">
            {ACTS.stop}
          </Button>
        </>
      ) : null}
    </>
  );
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <ListPage
        list={list}
        page={page}
        filter={filter}
        turned={turned}
        amounts={amounts}
        csv={csv}
        bulk={bulk}
        answer={answer}
        intake={who.is_admin ? "/setting/collaborator/import" : undefined}
        primary={who.is_admin ? { label: "依頼元を追加", href: "/setting/collaborator/new" } : undefined}
      >
        {who.is_admin ? (
          <p className="flex flex-wrap items-center gap-x-4 text-note max-desk:order-last print:hidden">
            <a
              href="/setting/collaborator/new?relation=seller"
              className="inline-flex h-9 items-center touch:h-11 text-accent underline"
            >
              協力会社を追加
            </a>
            <a
              href="/setting/partner"
              className="inline-flex h-9 items-center touch:h-11 text-accent underline"
            >
              取引の依頼{waiting > 0 ? `（承認待ち ${waiting}件）` : ""}
            </a>
          </p>
        ) : null}
      </ListPage>
      <section
        className="grid gap-1 rounded border border-line bg-surface p-4 print:hidden"
        aria-label="在庫（特別）"
      >
        <h2>在庫（特別）</h2>
        <p className="text-muted">在庫を作るためのカードの依頼元です。変更や削除はできません。</p>
        <p>{stocks.map((one) => one.name).join("、")}</p>
      </section>
    </div>
  );
}
