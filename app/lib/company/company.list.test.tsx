import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ListPage } from "~/components/list/ListPage";
import { companyList } from "./company.list";

const page = { items: [], total: 0, total_more: false, next: null, previous: null };

test("with no company to show, アカウント切り替え asks to search for one; a search without result says so", () => {
  expect(renderToString(<ListPage list={companyList} page={page} filter={{}} />)).toContain(
    "会社を検索してください",
  );
  expect(renderToString(<ListPage list={companyList} page={page} filter={{ q: "無い" }} />)).toContain(
    "条件に一致する会社はありません。",
  );
});
