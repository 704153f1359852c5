import { Empty } from "~/components/list/Empty";

/** Nobody is known at this tablet yet. */
export function People({ people }: { people: { worker_id: number; name: string }[] }) {
  return (
    <main id="main" className="mx-auto grid min-h-screen max-w-[500px] content-start gap-3 px-4 pb-16 pt-2">
      <a href="/s/" className="inline-flex min-h-11 items-center text-note text-accent underline">
        スキャン画面
      </a>
      <h1>だれの日報ですか</h1>
      {people.length === 0 ? (
        <Empty
          text="作業者はまだ登録されていません。"
          action={{ label: "作業者を追加", href: "/setting/worker/new" }}
        />
      ) : null}
      <div className="grid grid-cols-2 gap-2">
        {people.map((one) => (
          <a key={one.worker_id} href={`/s/day?worker=${one.worker_id}`} className="scan-button">
            {one.name}
          </a>
        ))}
      </div>
    </main>
  );
}
