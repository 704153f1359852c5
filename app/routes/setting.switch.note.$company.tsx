import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { companyNote, companyRow } from "~/lib/company/company.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("問合せメモ");

const back = (company: string | undefined) => `/setting/switch/${encodeURIComponent(company ?? "")}`;

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return redirect(back(args.params.company));
}

/** ★よく使う and 問合せメモ of a company. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, companyNote, async (api, value) => {
    const { name } = await api.put(
      companyRow,
      `/companies/${encodeURIComponent(args.params.company!)}/note`,
      value,
    );
    return flash(args, "/setting/switch", `${name}のメモを保存しました。`);
  });
}

export default function Note() {
  return (
    <p>
      メモを保存できませんでした。<a href="/setting/switch">アカウント切り替え</a>
      から、もう一度お試しください。
    </p>
  );
}
