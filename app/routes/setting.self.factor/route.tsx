import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { FactorSetup } from "~/components/form/FactorSetup";
import { RecoveryCodes } from "~/components/frame/RecoveryCodes";
import { Facts } from "~/components/list/Facts";
import { factorAddress, RECOVERY_CODES, spacedSecret } from "~/lib/auth/factor";
import { factorCode } from "~/lib/auth/factor.schema";
import { type OwnFactorReply, ownFactor, takeOwnFactor } from "~/lib/web/factor.self.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { NO_STORE } from "~/lib/web/welcome.server";
import { HERE, Proof, Start } from "./Proof";

export const meta = titled("二段階認証");
export const headers = () => NO_STORE;

const SETTING = { href: "/setting/self", label: "保管したので、自分の設定へ戻る" };

export async function loader(args: LoaderFunctionArgs) {
  const { secret, ...own } = await ownFactor(args, await enter(args));
  const setup =
    secret === null
      ? null
      : { secret: spacedSecret(secret), address: factorAddress(own.product, own.email, secret) };
  return json({ ...own, setup }, { headers: NO_STORE });
}

export async function action(args: ActionFunctionArgs) {
  await enter(args);
  return takeOwnFactor(args);
}

export default function Factor() {
  const { on, asked, left, email, product, setup } = useLoaderData<typeof loader>();
  const answer = useActionData<OwnFactorReply>();
  if (answer?.codes)
    return (
      <div className="max-w-[720px]">
        <RecoveryCodes product={product} account={email} codes={answer.codes} onward={SETTING} />
      </div>
    );
  return (
    <div className="grid max-w-[720px] gap-4">
      <header className="grid gap-2">
        <h1>二段階認証</h1>
        <p className="text-muted">
          ログインのときに、パスワードのほかにスマホの認証アプリの確認コードを入力します。パスワードを知られても、ほかの人はログインできません。
        </p>
      </header>
      {setup ? (
        <FactorSetup
          schema={factorCode}
          reply={answer?.reply}
          action={`${HERE}?step=confirm`}
          {...setup}
          act="confirm"
        />
      ) : (
        <>
          <Facts
            facts={[
              { label: "状態", value: on ? "設定済み" : "未設定" },
              asked && { label: "必要", value: "このアカウントでは必要です" },
              on && { label: "リカバリーコード", value: `残り${left}個（${RECOVERY_CODES}個のうち）` },
            ]}
          />
          {on ? (
            <Proof asked={asked} username={email} reply={answer?.reply} />
          ) : (
            <Start username={email} reply={answer?.reply} />
          )}
        </>
      )}
      <p>
        <LinkButton tone="plain" href="/setting/self">
          自分の設定へ戻る
        </LinkButton>
      </p>
    </div>
  );
}
