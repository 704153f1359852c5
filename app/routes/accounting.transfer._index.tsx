import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { TRANSFERS, transferList } from "~/lib/transfer/file.list";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";

export const meta = titled("総合振込");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, transferList);
  return json({ ...data, csv: `${TRANSFERS}.csv?${new URLSearchParams(data.filter)}` });
}

export default function Transfers() {
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      list={transferList}
      primary={{ label: "振込ファイルを作る", href: `${TRANSFERS}/new` }}
    >
      <p className="text-note text-muted print:hidden">
        銀行に渡す振込のファイル（全銀形式）です。同じ内容のファイルは一度だけ作れます。
      </p>
    </ListPage>
  );
}
