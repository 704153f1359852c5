import type { Compared as ComparedOrder } from "~/lib/order/previous.schema";
import { Difference } from "~/routes/order.new/Difference";
import { FileLink } from "~/routes/order.new/FileLink";

/** What the order was sent with, and of each repeated product what is not as the last time. */
export function Compared({ compared: { files, lines }, at }: { compared: ComparedOrder; at: string }) {
  const repeated = lines.filter((line) => line.previous !== null);
  const kept = [
    ...files.map((file) => ({ file, title: "依頼全体" })),
    ...lines.flatMap((line) =>
      line.files.map((file) => ({ file, title: `${line.line_no}. ${line.line.name}` })),
    ),
  ];
  return (
    <>
      {repeated.length > 0 ? (
        <section aria-labelledby="compared" className="rounded border border-line bg-surface p-4">
          <h2 id="compared" className="mb-2">
            前回から変わった所
          </h2>
          <ul>
            {repeated.map(({ line_no, card_key, line, previous, differences }) => (
              <li
                key={line_no}
                className="flex flex-wrap items-center gap-x-4 border-b border-line py-1 last:border-0"
              >
                <b className="min-w-40">
                  {line_no}. {line.name}
                </b>
                <Difference previous={previous} differences={differences} at={at} />
                <a
                  href={`/task/${card_key}/previous`}
                  className="inline-flex items-center text-note text-accent underline touch:h-11"
                >
                  前回と並べて見る
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {kept.length > 0 ? (
        <section aria-labelledby="attached" className="rounded border border-line bg-surface p-4">
          <h2 id="attached" className="mb-2">
            依頼に添えた図面・資料
          </h2>
          <ul>
            {kept.map(({ file, title }) => (
              <li
                key={file.key}
                className="flex flex-wrap items-center gap-x-3 border-b border-line py-1 last:border-0"
              >
                <span className="text-note text-muted">{title}</span>
                <FileLink file={file} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
