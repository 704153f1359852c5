import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CheckField } from "~/components/form/choices";
import { HiddenField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Facts } from "~/components/list/Facts";
import { Table } from "~/components/list/Table";
import { type Column, unpaged, visibleColumns } from "~/lib/list/list.schema";
import { formatYen } from "~/lib/money/decimal";
import { differenceColumns, heldWords, STOCKTAKES_AT } from "~/lib/stocktake/stocktake.list";
import { confirming, differences, stocktakeMade, stocktakePage } from "~/lib/stocktake/stocktake.schema";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("棚卸の確定");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const path = `/inventory/stocktakes/${args.params.key}`;
  const [sheet, found] = await Promise.all([
    api.get(stocktakePage, path),
    api.get(differences, `${path}/differences`),
  ]);
  return json({ sheet, found, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, confirming, async (api, value, idempotency_key) => {
    const path = `/inventory/stocktakes/${key}/confirm`;
    const made = await api.post(stocktakeMade, path, value, idempotency_key);
    return flash(
      args,
      `${STOCKTAKES_AT}/${key}`,
      `棚卸を確定しました。${made.num_rows}行の差異を在庫に入れました。`,
    );
  });
}

export default function StocktakeConfirm() {
  const { sheet, found, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const back = `${STOCKTAKES_AT}/${sheet.key}`;
  const columns = visibleColumns(differenceColumns as Column[], found.yen !== null);
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <p className="text-note print:hidden">
        <a href={back}>{sheet.name}</a>
      </p>
      <h1>棚卸の確定</h1>
      <div className="max-w-[720px] rounded border border-line bg-surface p-4">
        <Facts
          facts={[
            { label: "数えた行", value: `${found.num_counted}行` },
            { label: "差異のある行", value: `${found.num_differing}行` },
            found.yen !== null && {
              label: "差異の金額",
              value: (
                <>
                  <b>{formatYen(found.yen)}</b>
                  {found.num_unpriced > 0 ? `（単価なし ${found.num_unpriced}行は 0 円）` : null}
                </>
              ),
            },
            {
              label: "数えていない行",
              value: found.num_left > 0 ? `${found.num_left}行（在庫は変わりません）` : "なし",
            },
          ]}
        />
      </div>
      {found.items.length > 0 ? (
        <>
          <Table columns={columns} page={unpaged(found.items)} title="差異" />
          {found.num_shown > found.items.length ? (
            <p>
              ほか{found.num_shown - found.items.length}行（
              <a href={`${back}?view=differing`}>差異のみの表</a>
              ですべて見られます）
            </p>
          ) : null}
        </>
      ) : found.num_counted > 0 ? (
        <p>差異はありません。確定すると、数えた商品の最終棚卸日が新しくなります。</p>
      ) : null}
      {sheet.state !== "open" ? (
        <p>
          この棚卸は、今は確定できません。<a href={back}>棚卸に戻る</a>
        </p>
      ) : found.num_counted === 0 ? (
        <p>
          まだ1行も数えていません。<a href={back}>棚卸に戻る</a>
        </p>
      ) : found.num_asking > 0 ? (
        <p className="text-warn">
          <b>回答の要る行が{found.num_asking}行あります。</b>
          <a href={`${back}?view=asking`}>要確認の行を開く</a>
        </p>
      ) : (
        <SchemaForm
          id="confirm"
          schema={confirming}
          answer={answer}
          submit="この差異で確定する"
          tone="danger"
          cancel={back}
          idempotency_key={idempotency_key}
        >
          <p>
            差異を「棚卸」として在庫に入れます。数えたあとの入出庫は、そのまま残ります。確定は、次の入出庫があるまで取り消せます。
          </p>
          <HiddenField name="seen" value={found.seen} />
          {found.held.length > 0 ? (
            <>
              <p className="text-warn">引当より少なくなります（{heldWords(found.held)}）。</p>
              <CheckField name="held" label="引当より少なくなることを確かめました" />
            </>
          ) : null}
          {found.num_second > 0 ? (
            <>
              <p className="text-warn">
                差の大きい{found.num_second}
                行を、もう一人が数えていません（5%かつ3を超える差、または1万円を超える差）。
              </p>
              <CheckField name="alone" label={`${found.num_second}行を、2人目が数えないまま確定する`} />
            </>
          ) : null}
          <TextArea name="reason" label="確定の理由" optional={found.num_second === 0} rows={2} />
        </SchemaForm>
      )}
    </section>
  );
}
