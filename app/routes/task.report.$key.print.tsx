import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { reportPaper } from "~/lib/defect/report.paper";
import { REPORTS, reportDetail } from "~/lib/defect/report.schema";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titledOf<{ number: string }>("不良報告書の印刷", ({ number }) => number);

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await api.get(reportDetail, `/reports/${args.params.key}`));
}

export default function ReportPrint() {
  const doc = useLoaderData<typeof loader>();
  return (
    <Sheets
      title={`不良報告書 ${doc.number}`}
      back={{ label: "不良報告書に戻る", href: `${REPORTS}/${doc.key}` }}
    >
      <PaperDocument {...reportPaper(doc)} />
      {doc.photos.length > 0 ? (
        <section className="sheet" aria-label="写真">
          <p>写真（{doc.number}）</p>
          <div className="grid grid-cols-2 gap-4">
            {doc.photos.map((photo) => (
              <img
                key={photo.key}
                src={`/file/${photo.key}`}
                alt={photo.name}
                className="max-h-full max-w-full object-contain"
              />
            ))}
          </div>
        </section>
      ) : null}
    </Sheets>
  );
}
