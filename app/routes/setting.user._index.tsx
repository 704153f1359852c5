import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Button } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { memberList } from "~/lib/auth/member.list";
import { memberBulk } from "~/lib/auth/member.schema";
import { bulkAnswer } from "~/lib/list/bulk.schema";
import { askAll } from "~/lib/web/bulk.server";
import { flash } from "~/lib/web/flash.server";
import { loadList } from "~/lib/web/list.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";

export const meta = titled("アカウント一覧");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, memberList);
  return json({ ...data, csv: `/setting/user.csv?${new URLSearchParams(data.filter)}` });
}

const ACTS = { invite: "招待の再送", stop: "停止" };

/** 停止 of the ticked accounts, all or none; 招待の再送 to those of them who have not taken up theirs. */
export async function action(args: ActionFunctionArgs) {
  const asked = await askAll(args, memberList as never, ACTS, 100);
  if (asked) return asked;
  return submit(args, memberBulk, async (api, { ids, act }, key) => {
    if (act === "invite") {
      const { sent } = await api.post(z.object({ sent: z.number() }), "/users/invite", { ids }, key);
      return flash(args, "/setting/user", `${sent}人に招待を再送しました。`);
    }
    const { stopped } = await api.post(z.object({ stopped: z.number() }), "/users/stop", { ids }, key);
    return flash(args, "/setting/user", `${stopped}人のアカウントを停止しました。`);
  });
}

export default function Accounts() {
  const {
    page: { sums, ...page },
    filter,
    turned,
    amounts,
    csv,
  } = useLoaderData<typeof loader>();
  const answer = bulkAnswer(useActionData());
  return (
    <ListPage
      list={memberList}
      page={page}
      filter={filter}
      turned={turned}
      amounts={amounts}
      csv={csv}
      primary={{ label: "招待する", href: "/setting/user/new" }}
      answer={answer}
      bulk={
        <>
          <Button name="act" value="invite">
            {ACTS.invite}
          </Button>
          <Button tone="danger" name="act" value="stop">
            {ACTS.stop}
          </Button>
        </>
      }
    >
      <p className="text-muted">
        使用中{" "}
        <b className="tabular-nums text-ink">
          {sums?.active} / {sums?.max}人
        </b>
        {"　"}
        <a href="/setting/user/log">ログインの記録を見る</a>
      </p>
    </ListPage>
  );
}
