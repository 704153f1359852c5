import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { RoomHead } from "~/components/frame/RoomHead";
import { Empty } from "~/components/list/Empty";
import { roomCards } from "~/lib/chat/message.schema";
import { readText } from "~/lib/code/token";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import { formatDate } from "~/lib/time/date";
import { roomPath } from "~/lib/web/chat.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("カード・商品を付ける");

/** A code that was read means one card: the way leads on at once. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const room = args.params.room!;
  const q = new URL(args.request.url).searchParams.get("q")?.trim().slice(0, 200) ?? "";
  const found = await api.get(roomCards, roomPath(args, "/cards"), { q });
  const [only] = found.items;
  if (only && found.items.length === 1 && readText(q)?.kind === "card")
    return redirect(`/chat/${encodeURIComponent(room)}?task=${only.key}`);
  return json({ ...found, q, room, reads: who.company_type === "seller" });
}

const ROW = "flex min-h-9 items-center gap-3 px-3 no-underline hover:bg-accent-soft touch:min-h-11";

export default function Attach() {
  const { items, products, q, room, reads } = useLoaderData<typeof loader>();
  return (
    <section className="grid max-w-[720px] grid-cols-1 gap-4">
      <RoomHead room={room} title="カード・商品を付ける">
        <p className="text-muted">
          選ぶと、次のメッセージに付きます。
          {reads ? "現品票のコードは、読み取り機かカメラでこの欄に読み取れます。" : ""}
        </p>
      </RoomHead>
      <form method="get" role="search" className="flex flex-wrap items-center gap-2">
        <input
          type="search"
          name="q"
          aria-label="カード番号・品名・コード"
          placeholder="カード番号・品名・コード"
          maxLength={200}
          defaultValue={q}
          autoFocus
          className={`${INPUT} min-w-0 flex-1`}
        />
        <Button>探す</Button>
        {reads ? (
          <>
            <span hidden data-rare data-camera-into>
              <Button type="button">カメラで読み取る</Button>
            </span>
            <video
              hidden
              muted
              playsInline
              aria-label="カメラの画像"
              className="w-full rounded border border-line"
            />
            <p role="status" className="w-full text-note text-warn" />
          </>
        ) : null}
      </form>
      {items.length + products.length === 0 ? (
        <Empty text="当てはまるカードや商品はありません。番号か品名の一部で探してください。" />
      ) : (
        <ul className="divided rounded border border-line bg-surface">
          {items.map((one) => (
            <li key={one.key}>
              <a href={`/chat/${room}?task=${one.key}`} className={ROW}>
                <b className="whitespace-nowrap">{one.id}</b>
                <span className="min-w-0 truncate">{one.name}</span>
                <span className="ml-auto whitespace-nowrap text-note text-muted">
                  {one.status}
                  {one.delivery_date ? (
                    <span className="ml-2 max-desk:hidden">
                      {CARD_LABEL.delivery_date} {formatDate(one.delivery_date)}
                    </span>
                  ) : null}
                </span>
              </a>
            </li>
          ))}
          {products.map((one) => (
            <li key={`p${one.product_id}`}>
              <a href={`/chat/${room}?product=${one.product_id}`} className={ROW}>
                <b className="whitespace-nowrap">{one.code}</b>
                <span className="min-w-0 truncate">{one.name}</span>
                <span className="ml-auto text-note text-muted">商品</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
