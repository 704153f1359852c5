import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { companyList } from "~/lib/company/company.list";
import { recentCompanies } from "~/lib/company/company.schema";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("アカウント切り替え");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const [data, recent] = await Promise.all([
    loadList(args, companyList),
    api.get(recentCompanies, "/companies/recent"),
  ]);
  return json({ ...data, recent: recent.items, starred: recent.starred, write: who.internalWrite });
}

export default function Switch() {
  const { page, filter, turned, recent, starred, write } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={companyList}
      page={page}
      filter={filter}
      turned={turned}
      csv="/setting/switch.csv"
      primary={write ? { label: "会社を作る", href: "/setting/switch/new" } : undefined}
    >
      {[
        { label: "★よく使う", companies: starred },
        { label: "最近の会社", companies: recent },
      ].map(
        ({ label, companies }) =>
          companies.length > 0 && (
            <nav key={label} aria-label={label} className="flex flex-wrap items-center gap-2">
              <span className="text-note text-muted">{label}</span>
              {companies.map(({ id, name }) => (
                <LinkButton key={id} href={`/setting/switch/${id}`}>
                  {name}
                </LinkButton>
              ))}
            </nav>
          ),
      )}
      <p className="text-note text-muted">
        会社を検索して、会社名を選んでください。CSV は自分のアクセス記録です。
        <a href="/setting/outbox">送信待ちのメールを見る</a>
        {"　"}
        <a href="/setting/promise">整合性の確認を見る</a>
        {"　"}
        <a href="/setting/security">ログインの記録を見る</a>
      </p>
    </ListPage>
  );
}
