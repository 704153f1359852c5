import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { Facts } from "~/components/list/Facts";
import { factorySelf } from "~/lib/setting/factory.schema";
import { termsLabel } from "~/lib/time/period";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("会社・ユーザー情報");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  return json({ who, factory: await api.get(factorySelf, "/factories/self") });
}

export default function Company() {
  const { who, factory } = useLoaderData<typeof loader>();
  const { meta: terms } = factory;
  return (
    <div className="grid max-w-[720px] gap-6">
      <h1>会社・ユーザー情報</h1>
      <section className="grid gap-2">
        <h2>会社</h2>
        <Facts facts={[
          { label: "会社名", value: factory.name }, { label: "郵便番号", value: factory.postal_code }, { label: "住所", value: factory.address },
          { label: "TEL", value: factory.tel }, { label: "FAX", value: factory.fax }, { label: "登録番号", value: factory.registration_number },
          { label: "締め・支払", value: termsLabel(terms) },
        ]} />
      </section>
      <section className="grid gap-2">
        <h2>ユーザー</h2>
        <Facts facts={[{ label: "氏名", value: who.name }, { label: "メール", value: who.email }]} />
        <form method="post" action="/setting/logout" data-plain><Button>ログアウト</Button></form>
      </section>
    </div>
  );
}
