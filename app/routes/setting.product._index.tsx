import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Button, LinkButton } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { PRINT_MAX } from "~/lib/code/code.schema";
import { bulkAnswer } from "~/lib/list/bulk.schema";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { productList } from "~/lib/product/product.list";
import { changedCount, productCategories } from "~/lib/product/product.master.schema";
import { askAll } from "~/lib/web/bulk.server";
import { flash } from "~/lib/web/flash.server";
import { filterOf, loadList } from "~/lib/web/list.server";
import { numQuotes } from "~/lib/web/quote.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { Quotes } from "./shared/Quotes";

export const meta = titled("商品マスタ一覧");
const MOST = 2000;

export async function loader(args: LoaderFunctionArgs) {
  const visitor = await enter(args);
  const [data, { items: buyers }, { items: categories }, num_quotes] = await Promise.all([
    loadList(args, productList([])),
    visitor.api.get(collaborators, "/factories/collaborators", { side: "buyer" }),
    visitor.api.get(productCategories, "/products/categories"),
    numQuotes(visitor),
  ]);
  return json({ ...data, buyers, categories, num_quotes });
}

const ACTS = { reprice: "単価一括改定", copy: "工程コピー", stop: "無効化", restore: "有効に戻す" };

/** What is done to the ticked rows, or to all that the filter means. */
export async function action(args: ActionFunctionArgs) {
  const { api } = await enter(args);
  const asked = await askAll(args, productList([]) as never, ACTS, MOST, async (asking, query) =>
    (await asking.get(z.object({ ids: z.array(z.number()) }), "/products/ids", query)).ids.map(String),
  );
  if (asked) return asked;
  const form = await formOf(args);
  const filter = filterOf(productList([]) as never, args.request);
  const back = `/setting/product?${new URLSearchParams(filter)}`;
  const ids = form.getAll("ids").map(Number);
  const go = String(form.get("go"));
  if (go === "stop" || go === "restore") {
    const { num } = await api.post(
      changedCount,
      "/products/state",
      { ids, is_active: go === "restore" },
      crypto.randomUUID(),
    );
    const stopped = `${num}件を無効にしました。これまでのカードと書類は残ります。`;
    return flash(args, back, go === "stop" ? stopped : `${num}件を有効に戻しました。`);
  }
  if (go === "qr") {
    if (ids.length > PRINT_MAX)
      return flash(
        args,
        back,
        `QRコードを一度に印刷できるのは${PRINT_MAX}件までです。条件で絞り込んでください。`,
        "error",
      );
    return redirect(
      `/task/status_code/print?kind=product&paper=a4-24&${ids.map((id) => `ids=${id}`).join("&")}`,
      303,
    );
  }
  const packed = ids.map((id) => id.toString(36)).join(".");
  return redirect(
    `/setting/product/${go === "copy" ? "copy" : "reprice"}?${new URLSearchParams({ ids: packed })}`,
    303,
  );
}

export default function Products() {
  const { page, filter, turned, amounts, printed, buyers, categories, num_quotes } =
    useLoaderData<typeof loader>();
  return (
    <ListPage
      list={productList(buyers, false, categories)}
      page={page}
      filter={filter}
      turned={turned}
      amounts={amounts}
      printed={printed}
      answer={bulkAnswer(useActionData())}
      beside={<Quotes num={num_quotes} />}
      csv={`/setting/product.csv?${new URLSearchParams(filter)}`}
      intake="/setting/product/import"
      primary={{ label: "商品を追加", href: "/setting/product/new" }}
      bulk={
        <>
          {amounts ? (
            <Button name="go" value="reprice">
              {ACTS.reprice}
            </Button>
          ) : null}
          <Button name="go" value="copy">
            {ACTS.copy}
          </Button>
          <Button name="go" value="qr">
            QR印刷
          </Button>
          <Button name="go" value="stop">
            {ACTS.stop}
          </Button>
          {filter.all ? (
            <Button name="go" value="restore">
              {ACTS.restore}
            </Button>
          ) : null}
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-3 max-desk:order-last print:hidden">
        {amounts ? (
          <LinkButton tone="plain" href="/setting/product/price/import">
            単価のCSV取込
          </LinkButton>
        ) : null}
        {amounts ? (
          <LinkButton
            tone="plain"
            href={`/setting/product/price.csv?${new URLSearchParams(filter)}`}
            download
          >
            単価のCSV
          </LinkButton>
        ) : null}
        <LinkButton tone="plain" href="/setting/product?unpriced=on">
          単価未設定の商品
        </LinkButton>
      </p>
    </ListPage>
  );
}
