import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Chip } from "~/components/list/Chip";
import { DIFFERENCE_FIELDS, DIFFERENCE_LABEL, factOf } from "~/lib/order/difference";
import { comparedCard, type OrderedLine } from "~/lib/order/previous.schema";
import { formatDate } from "~/lib/time/date";
import { enterCard } from "~/lib/web/card.server";
import { cardTitled } from "~/lib/web/title";
import { Drawings } from "./order.new/Drawings";
import { Head } from "./task.$key._index/Head";

export const meta = cardTitled("前回と並べて見る");

/** What was ordered the last time beside what is ordered now, to both sides of the card. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who, card, today } = await enterCard(args);
  const { line } = await api.get(comparedCard, `/cards/${card.key}/previous`);
  return json({ card, today, line, at: card.seller_id === who.company_id ? "/task/order/" : "/order/" });
}

export default function PreviousOrder() {
  const { card, today, line, at } = useLoaderData<typeof loader>();
  const changed = new Set(line?.differences.map((one) => one.field));
  return (
    <div className="grid max-w-[1080px] gap-4">
      <Head card={card} today={today} act="前回と並べて見る" />
      {line?.previous ? (
        <>
          <section className="overflow-x-auto rounded border border-line bg-surface p-4">
            <table className="w-full text-left">
              <thead>
                <tr className="border-b border-line">
                  <th scope="col" className="py-1 pr-4" />
                  <Ordered title="前回" line={line.previous} at={at} />
                  <Ordered title="今回" line={line.line} at={at} />
                </tr>
              </thead>
              <tbody>
                {DIFFERENCE_FIELDS.map((field) => (
                  <tr key={field} className="border-b border-line last:border-0">
                    <th scope="row" className="py-1 pr-4 font-normal text-muted">
                      {DIFFERENCE_LABEL[field]}
                      {changed.has(field) ? (
                        <span className="ml-2">
                          <Chip tone="accent">変更</Chip>
                        </span>
                      ) : null}
                    </th>
                    <td className="py-1 pr-4">{factOf(field, line.previous!) ?? "―"}</td>
                    <td className={`py-1 ${changed.has(field) ? "font-bold" : ""}`}>
                      {factOf(field, line.line) ?? "―"}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <Drawings previous={line.previous_drawing} now={line.drawing} />
        </>
      ) : (
        <p className="text-muted">この品の依頼は初めてです。</p>
      )}
    </div>
  );
}

const Ordered = ({ title, line, at }: { title: string; line: OrderedLine; at: string }) => (
  <th scope="col" className="py-1 pr-4">
    {title}
    <a href={`${at}${line.order_key}`} className="ml-2 font-normal tabular-nums text-accent underline">
      {line.order_id}（{formatDate(line.order_date)}）
    </a>
  </th>
);
