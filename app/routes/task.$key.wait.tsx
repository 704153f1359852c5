import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Sheets } from "~/components/paper/Sheets";
import { addDecimal, formatNumber } from "~/lib/money/decimal";
import { arrived } from "~/lib/task/branch";
import { cardWork } from "~/lib/task/work.page.schema";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { NON_KANBAN_GROUP, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { cardTitled } from "~/lib/web/title";

export const handle = { bare: true };
export const meta = cardTitled("待合票");

export async function loader(args: LoaderFunctionArgs) {
  const { api, card } = await enterCard(args, "seller");
  const { branches } = await api.get(cardWork, `/cards/${card.key}/work`);
  if (!arrived(card, branches))
    throw new Response("分けていないカードです。待合票は、枝に分けたカードのものです。", { status: 422 });
  return json({
    card,
    branches: branches.filter((one) => one.task_type === "division"),
    printed: formatDateTime(new Date()),
  });
}

export default function WaitSlip() {
  const { card, branches, printed } = useLoaderData<typeof loader>();
  const unit = UNIT_LABEL[card.order_unit];
  const wait = arrived(card, branches) ?? { here: 1, all: 1 };
  const live = branches.filter((one) => one.group_id !== NON_KANBAN_GROUP);
  const rows = [card, ...live].map((one) => ({ ...one, at: one.group_id === card.group_id }));
  const total = addDecimal(...rows.map((one) => one.num_items));
  return (
    <Sheets title={`待合票 ${card.id}`} back={{ label: "カードに戻る", href: `/task/${card.key}?tab=parts` }}>
      <section className="sheet" aria-label="待合票">
        <header className="paper-head">
          <h1 className="paper-title">待合票</h1>
        </header>
        <table className="paper-wait mt-4">
          <tbody>
            <tr>
              <th scope="row" className="text-left">
                カード番号
              </th>
              <td className="paper-huge font-bold tabular-nums">{card.id}</td>
            </tr>
            <tr>
              <th scope="row" className="text-left">
                品名
              </th>
              <td className="text-title">{card.name}</td>
            </tr>
            <tr>
              <th scope="row" className="text-left">
                依頼元
              </th>
              <td>
                {card.buyer_name}
                {card.order_id ? `　注文番号 ${card.order_id}` : ""}
              </td>
            </tr>
            <tr>
              <th scope="row" className="text-left">
                納期
              </th>
              <td>{card.delivery_date ? formatDate(card.delivery_date) : "未定"}</td>
            </tr>
            <tr>
              <th scope="row" className="text-left">
                待つ工程
              </th>
              <td className="text-title font-bold">{card.status}</td>
            </tr>
            <tr>
              <th scope="row" className="text-left">
                到着
              </th>
              <td className="text-title font-bold tabular-nums">
                枝 {wait.here}/{wait.all} 到着
              </td>
            </tr>
          </tbody>
        </table>
        <table className="paper-wait mt-6">
          <thead>
            <tr>
              <th scope="col">枝番</th>
              <th scope="col">数量</th>
              <th scope="col">今の工程</th>
              <th scope="col">到着</th>
              <th scope="col">確認</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <tr key={one.key}>
                <td className="text-title font-bold tabular-nums">{one.id}</td>
                <td className="text-right text-title tabular-nums">
                  {formatNumber(one.num_items)}
                  {unit}
                </td>
                <td>{one.status}</td>
                <td className="text-center">{one.at ? "済" : ""}</td>
                <td className="w-[40mm]" />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>合計</td>
              <td className="text-right text-title font-bold tabular-nums">
                {formatNumber(total)}
                {unit}
              </td>
              <td colSpan={3} />
            </tr>
          </tfoot>
        </table>
        <p className="mt-6">枝がすべてそろったら、カードの「部品・分割」で「合流する」を押してください。</p>
        <p className="mt-2 text-right">{printed} 印刷</p>
      </section>
    </Sheets>
  );
}
