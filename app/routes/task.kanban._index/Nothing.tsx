import { LinkButton } from "~/components/form/Button";
import { Empty } from "~/components/list/Empty";

/** `ready`: there are processes. */
export function Nothing({
  side,
  filtered,
  ready,
}: {
  side: "seller" | "buyer" | null;
  filtered: boolean;
  ready: boolean;
}) {
  return (
    <div data-nothing className="rounded border border-line bg-surface">
      {filtered ? (
        <Empty
          text="条件に一致するカードはありません。"
          action={{ label: "条件をクリア", href: "/task/kanban" }}
        />
      ) : side === "buyer" ? (
        <Empty
          text="進行中の依頼はありません。外注依頼を送ると、ここで進み具合を確認できます。"
          action={{ label: "外注依頼を作る", href: "/order/new" }}
        />
      ) : !ready ? (
        <Empty
          text="工程がまだありません。メタ情報で工程を決めると、カードを作れます。"
          action={{ label: "工程を決める", href: "/setting/meta" }}
        />
      ) : (
        <div className="px-4 py-12 text-center text-muted">
          <p>カードはまだありません。依頼が届くか、カードを作ると、ここに並びます。</p>
          <p className="mt-4 flex flex-wrap justify-center gap-2">
            <LinkButton tone="primary" href="/task/new">
              最初のカードを作る
            </LinkButton>
            <LinkButton href="/task/import">CSV取込</LinkButton>
            <LinkButton href="/setting/collaborator">依頼元を登録する</LinkButton>
          </p>
        </div>
      )}
    </div>
  );
}
